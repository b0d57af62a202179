// The room's page: the floor, and one table of it. What is shown came over two streams of news.

import { $, h } from '/console/dom.js';
import { Floor } from './floor.js';
import { OneTable } from './table.js';

class Page {
  constructor() {
    this.floor = new Floor($('#floor'));
    this.table = null;
    this.painted = []; // [table, record, milliseconds since 1970]: for whoever measures
    window.addEventListener('hashchange', () => this.go());
    this.#listen();
    this.go();
  }

  #listen() {
    const source = new EventSource('/events');
    const on = (kind, act) => source.addEventListener(kind, (event) => act(JSON.parse(event.data)));
    on('room', (room) => this.#room(room));
    on('floor', (rows) => {
      this.floor.reset(rows);
      this.#shown(rows);
    });
    on('rows', (rows) => {
      this.floor.update(rows);
      this.#shown(rows);
    });
    on('gone', ({ table }) => {
      this.floor.remove(table);
      this.#counts();
    });
    source.onopen = () => this.#link(true);
    source.onerror = () => this.#link(false);
  }

  #shown(rows) {
    this.#counts();
    requestAnimationFrame(() => {
      const now = performance.timeOrigin + performance.now();
      for (const row of rows) this.painted.push([row.table, row.record, now]);
      if (this.painted.length > 4000) this.painted.splice(0, 2000);
    });
  }

  #link(up) {
    const link = $('#link');
    link.className = `pill ${up ? 'up' : 'lost'}`;
    link.lastChild.textContent = up ? 'Room connected' : 'Room lost';
  }

  #room(room) {
    this.room = room;
    const alarm = $('#alarm');
    alarm.hidden = !room.database;
    if (room.database)
      alarm.replaceChildren(
        h('span', { text: 'The database is away.' }),
        h('small', { text: `Tables keep their records and send them later. (${room.database})` })
      );
    this.#head();
  }

  #head() {
    const day = this.room ? `Gaming day ${this.room.day} · ${this.room.zone}` : '';
    $('#title').textContent = this.table ? `Table ${this.table.name}` : 'The floor';
    $('#subtitle').textContent = this.table ? this.table.subtitle : day;
    document.title = `${$('#title').textContent} · Cardtable`;
  }

  #counts() {
    const rows = [...this.floor.rows.values()];
    const urgent = rows.filter((row) => row.urgency <= 3).length;
    const soon = rows.filter((row) => row.urgency > 3 && row.urgency < 9).length;
    $('#counts').replaceChildren(
      h('span', {
        class: 'count',
        text: `${rows.length} ${rows.length === 1 ? 'table' : 'tables'}`
      }),
      ...(urgent ? [h('span', { class: 'count bad', text: `${urgent} urgent` })] : []),
      ...(soon ? [h('span', { class: 'count warn', text: `${soon} to look at` })] : [])
    );
  }

  go() {
    const name = decodeURIComponent(location.hash.slice(1));
    this.table?.close();
    this.table = name ? new OneTable(name, () => this.#head()) : null;
    document.body.dataset.view = name ? 'felt' : 'floor';
    $('#floor').hidden = Boolean(name);
    $('#felt-pane').hidden = !name;
    $('#side').hidden = !name;
    $('#back').hidden = !name;
    this.#head();
  }
}

window.page = new Page();
