// Where things are on the felt, seen from above: the dealer at the top, box 1 at the dealer's left
// (the viewer's right), then clockwise. Ovals for screens, a long table for a phone held upright.

function oval(name, w, h, angles) {
  const cx = w / 2;
  const cy = h / 2 + 34;
  const on = (a, b, degrees) => {
    const t = (degrees * Math.PI) / 180;
    // A superellipse: boxes keep to the corners of the cloth instead of crowding its sides.
    const bend = (value) => Math.sign(value) * Math.abs(value) ** 0.86;
    return [cx + a * bend(Math.sin(t)), cy - b * bend(Math.cos(t))];
  };
  return {
    name,
    view: [w, h],
    table: { x: 24, y: 34, w: w - 48, h: h - 58, r: Math.min(w, h) * 0.44 },
    card: { w: 52, h: 72, step: 30 },
    plate: { w: 158, h: 52 },
    seat: (n) => on(w / 2 - 122, h / 2 - 112, angles[n - 1]),
    bet: (n) => on(w / 2 - (w > 1200 ? 300 : 282), h / 2 - (w > 1200 ? 250 : 244), angles[n - 1]),
    dealer: [cx, 106],
    caption: 240,
    shoe: [cx + 176, 116],
    rack: [cx - 176, 116],
    centre: [cx, cy],
    board: { at: [cx, cy - 24], w: 64, h: 90, step: 72 },
    sign: {
      at: [cx, cy - 62],
      w: w > 1200 ? 400 : 364,
      h: 96,
      digit: w > 1200 ? [31, 48] : [29, 45]
    },
    headline: cy + 66,
    pots: cy + 66
  };
}

const wide = oval('wide', 1280, 740, [42, 73, 101, 131, 163, 197, 229, 259, 287, 318]);
const square = oval('square', 1120, 860, [42, 72, 102, 132, 164, 196, 228, 258, 288, 318]);

const TALL_SEATS = [
  [596, 350],
  [596, 530],
  [596, 710],
  [596, 890],
  [482, 1080],
  [238, 1080],
  [124, 890],
  [124, 710],
  [124, 530],
  [124, 350]
];
const TALL_BETS = [
  [440, 330],
  [440, 572],
  [440, 706],
  [440, 826],
  [440, 944],
  [280, 944],
  [280, 826],
  [280, 706],
  [280, 572],
  [280, 330]
];

const tall = {
  name: 'tall',
  view: [720, 1190],
  table: { x: 14, y: 24, w: 692, h: 1142, r: 300 },
  card: { w: 60, h: 83, step: 32 },
  plate: { w: 190, h: 66 },
  seat: (n) => TALL_SEATS[n - 1],
  bet: (n) => TALL_BETS[n - 1],
  dealer: [360, 150],
  caption: 292,
  shoe: [560, 138],
  rack: [160, 138],
  centre: [360, 640],
  board: { at: [360, 450], w: 62, h: 86, step: 56 },
  sign: { at: [360, 430], w: 300, h: 92, digit: [23, 38] },
  headline: 636,
  pots: 560
};

/** The layout that fills a pane of this size best. */
export function layout(width, height) {
  const ratio = width / Math.max(1, height);
  return ratio < 0.85 ? tall : ratio < 1.48 ? square : wide;
}
