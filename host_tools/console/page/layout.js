// Where things are on the felt, seen from above: the dealer at the top, box 1 at the dealer's left
// (the viewer's right), then clockwise. One layout for wide screens, one for a phone held upright.

function ellipse(cx, cy, a, b, degrees) {
  const t = (degrees * Math.PI) / 180;
  return [cx + a * Math.sin(t), cy - b * Math.cos(t)];
}

const WIDE_ANGLES = [45, 74, 102, 132, 163, 197, 228, 258, 286, 315];

export const wide = {
  name: 'wide',
  view: [1280, 760],
  table: { x: 36, y: 44, w: 1208, h: 672, r: 330 },
  card: { w: 46, h: 64, step: 29 },
  plate: { w: 148, h: 50 },
  seat: (n) => ellipse(640, 400, 504, 268, WIDE_ANGLES[n - 1]),
  bet: (n) => ellipse(640, 398, 352, 128, WIDE_ANGLES[n - 1]),
  dealer: [640, 140],
  shoe: [818, 118],
  rack: [462, 118],
  centre: [640, 396],
  board: { at: [640, 372], w: 58, h: 81, step: 66 },
  sign: { at: [640, 322], w: 400, h: 92, digit: [30, 46] },
  headline: 452,
  pots: 452,
};

const TALL_SEATS = [
  [596, 330], [596, 510], [596, 690], [596, 870], [482, 1062],
  [238, 1062], [124, 870], [124, 690], [124, 510], [124, 330],
];
const TALL_BETS = [
  [446, 312], [446, 560], [446, 700], [446, 812], [446, 926],
  [274, 926], [274, 812], [274, 700], [274, 560], [274, 312],
];

export const tall = {
  name: 'tall',
  view: [720, 1180],
  table: { x: 14, y: 24, w: 692, h: 1132, r: 300 },
  card: { w: 58, h: 80, step: 32 },
  plate: { w: 190, h: 66 },
  seat: (n) => TALL_SEATS[n - 1],
  bet: (n) => TALL_BETS[n - 1],
  dealer: [360, 176],
  shoe: [560, 150],
  rack: [160, 150],
  centre: [360, 620],
  board: { at: [360, 450], w: 62, h: 86, step: 56 },
  sign: { at: [360, 420], w: 300, h: 92, digit: [23, 38] },
  headline: 640,
  pots: 560,
};

export const layout = () => (window.matchMedia('(max-width: 720px) and (orientation: portrait)').matches ? tall : wide);
