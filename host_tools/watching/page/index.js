// The addresses of every scene of every table, to be copied into a production.

import { h, SCENES } from './scene.js';

const list = document.getElementById('scenes');
const line = (path) =>
  h('li', null, h('a', { href: path }, h('code', null, location.origin + path)));

async function begin() {
  const told = await fetch('/api/tables')
    .then((answer) => answer.json())
    .catch(() => null);
  const tables = told?.tables ?? [];
  const made = tables.flatMap((table) =>
    SCENES.filter((name) => name !== 'tables').map((name) =>
      line(`/overlay?${new URLSearchParams({ table, scene: name })}`)
    )
  );
  list.replaceChildren(...made, line('/overlay?scene=tables'));
}

begin();
