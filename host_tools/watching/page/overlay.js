// The overlay: a transparent page that a production lays over its picture.
//   /overlay?table=t1&scene=full&theme=night&equity=0&outs=0

import { SCENES, scene } from './scene.js';
import { wear } from './theme.js';

const asked = new URLSearchParams(location.search);
const name = SCENES.includes(asked.get('scene')) ? asked.get('scene') : 'full';
const wanted = { equity: asked.get('equity') !== '0', outs: asked.get('outs') !== '0' };
const stage = document.getElementById('stage');
const tables = new Map();

stage.dataset.scene = name;
wear(asked.get('theme'));

function mine() {
  const table = asked.get('table');
  return table ? tables.get(table) : [...tables.values()][0];
}

function draw() {
  const seen = [...tables.values()].sort((a, b) => (a.table < b.table ? -1 : 1));
  const made = [scene(name, mine(), seen, wanted)].flat(Infinity).filter(Boolean);
  stage.replaceChildren(...made);
}

function show(told) {
  if (told.trouble) return; // the picture stays as it is; the terminal says why
  tables.set(told.table, told);
  draw();
}

const news = new EventSource('/events');
news.addEventListener('moment', (event) => show(JSON.parse(event.data)));

window.overlay = { tables, show };
