// The room's page: the floor, and one table of it. What is shown came over two streams of news.

import { $, $$, h } from '/console/dom.js';
import { Alarms } from './alarms.js';
import { Floor } from './floor.js';
import { showJackpots } from './jackpots.js';
import { Lists } from './lists.js';
import { Office } from './office.js';
import { Person } from './person.js';
import { OneTable } from './table.js';

class Page {
  constructor() {
    this.floor = new Floor($('#floor'));
    this.table = null;
    this.desk = {};
    this.person = new Person(() => this.#signed());
    this.alarms = new Alarms(this.person);
    this.lists = new Lists(this.person);
    this.office = new Office(this.person, this);
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
    on('desk', (desk) => {
      this.desk = desk;
      this.alarms.update(desk.alarms);
      this.floor.openings = desk.openings;
      this.#lists();
    });
    on('jackpots', showJackpots);
    on('rollouts', () => {
      if (document.body.dataset.view === 'office') this.office.show();
    });
    on('gone', ({ table }) => {
      this.floor.remove(table);
      this.#counts();
    });
    source.onopen = () => this.#link(true);
    source.onerror = () => this.#link(false);
  }

  #signed() {
    $('[data-for="office"]').hidden = !this.person.may('supervisor');
    this.#lists();
    if (document.body.dataset.view === 'office') this.office.show();
  }

  #lists() {
    this.lists.update(this.desk, [...this.floor.rows.values()]);
  }

  #shown(rows) {
    this.#counts();
    this.#lists();
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
    const titles = { list: 'Waiting list', office: 'Office', wall: 'Tables and waiting list' };
    $('#title').textContent = this.table
      ? `Table ${this.table.name}`
      : (titles[document.body.dataset.view] ?? 'The floor');
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
    const at = decodeURIComponent(location.hash.slice(1));
    const name = at.startsWith('!') ? '' : at;
    const view = name
      ? 'felt'
      : ['list', 'office', 'wall'].includes(at.slice(1))
        ? at.slice(1)
        : 'floor';
    this.table?.close();
    this.table = name ? new OneTable(name, () => this.#head()) : null;
    document.body.dataset.view = view;
    for (const one of ['floor', 'list', 'office', 'wall']) $(`#${one}`).hidden = view !== one;
    $('#felt-pane').hidden = !name;
    $('#side').hidden = !name;
    for (const link of $$('.views a')) {
      if (link.dataset.for === view) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (view === 'office') this.office.show();
    this.#head();
  }
}

window.page = new Page();
