// Past rounds that have been released, step by step.   /replay?table=t1&epoch=1&first=57&step=12

import { h, scene } from './scene.js';
import { wear } from './theme.js';

const PACE_MS = 900;
const WANTED = { equity: true, outs: true };
/** @returns {any} */
const $ = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);
const state = { moments: [], step: 0, playing: null };

wear(asked.get('theme'));

async function get(path) {
  const answer = await fetch(path).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (answer?.ok && told) return told;
  $('said').textContent = told?.what ?? 'The page is not served any more.';
  return null;
}

function draw() {
  const { moments, step } = state;
  const table = moments[step - 1];
  $('stage').replaceChildren(
    ...[table && scene('full', table, [], WANTED)].flat(Infinity).filter(Boolean)
  );
  $('step').max = Math.max(1, moments.length);
  $('step').value = step;
  $('at').textContent = moments.length ? `${step} of ${moments.length}` : '';
  for (const id of ['first', 'back']) $(id).disabled = step <= 1;
  for (const id of ['next', 'last']) $(id).disabled = step >= moments.length;
  $('play').textContent = state.playing ? '❚❚' : '▶';
}

function go(step) {
  state.step = Math.max(1, Math.min(state.moments.length, step));
  if (state.step === state.moments.length) stop();
  draw();
}

function stop() {
  clearInterval(state.playing);
  state.playing = null;
}

function play() {
  if (state.playing) stop();
  else {
    if (state.step >= state.moments.length) state.step = 0;
    state.playing = setInterval(() => go(state.step + 1), PACE_MS);
    go(state.step + 1);
  }
  draw();
}

async function load(step = 1) {
  const [epoch, first] = $('round').value.split('.');
  if (!first) return;
  stop();
  $('said').textContent = 'Working out who could win how often …';
  const where = new URLSearchParams({ table: $('table').value, epoch, first });
  const told = await get(`/api/round?${where}`);
  if (!told) return;
  $('said').textContent = '';
  state.moments = told.moments;
  history.replaceState(null, '', `?${where}`);
  go(step);
}

async function list() {
  const told = await get(`/api/rounds?${new URLSearchParams({ table: $('table').value })}`);
  const rounds = told?.rounds ?? [];
  $('round').replaceChildren(
    ...rounds.map((one) =>
      h(
        'option',
        { value: `${one.epoch}.${one.first}` },
        `${one.round} · ${new Date(one.when_ms).toLocaleTimeString()}${one.policy === 'all' ? ' · all hands' : ''}`
      )
    )
  );
  if (told && !rounds.length) $('said').textContent = 'Nothing of this table may be watched yet.';
}

async function begin() {
  const told = await get('/api/tables');
  const names = told?.tables ?? [];
  $('table').replaceChildren(...names.map((name) => h('option', { value: name }, name)));
  if (!names.length) return;
  if (names.includes(asked.get('table'))) $('table').value = asked.get('table');
  await list();
  const wanted = `${asked.get('epoch')}.${asked.get('first')}`;
  if ([...$('round').options].some((one) => one.value === wanted)) $('round').value = wanted;
  await load(Number(asked.get('step')) || 1);
}

$('first').addEventListener('click', () => go(1));
$('back').addEventListener('click', () => go(state.step - 1));
$('next').addEventListener('click', () => go(state.step + 1));
$('last').addEventListener('click', () => go(state.moments.length));
$('play').addEventListener('click', play);
$('step').addEventListener('input', () => go(Number($('step').value)));
$('round').addEventListener('change', () => load());
$('table').addEventListener('change', () => list().then(() => load()));
document.addEventListener('keydown', (/** @type {any} */ event) => {
  if (['SELECT', 'INPUT', 'BUTTON'].includes(event.target.tagName)) return;
  if (event.key === 'ArrowRight') go(state.step + 1);
  else if (event.key === 'ArrowLeft') go(state.step - 1);
  else if (event.key === ' ') play();
  else return;
  event.preventDefault();
});

window.replay = state;
begin();
