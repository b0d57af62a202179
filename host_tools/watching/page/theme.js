// Themes are sets of CSS variables (themes.css); `own` is the file that `cardtable overlay` was given.

export const THEMES = ['night', 'light', 'contrast', 'own'];

export function wear(name) {
  const theme = THEMES.includes(name) ? name : 'night';
  document.documentElement.dataset.theme = theme;
  if (theme !== 'own') return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/theme/own.css';
  document.head.append(link);
}
