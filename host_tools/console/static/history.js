// Past rounds: found by number, box or words, and played again on the felt, step by step. For a dispute,
// hands are opened here and lie on the felt with the proof of their seals.

import { get } from './api.js';
import { cardSign } from './cards.js';
import { capital, chip, h, money, s, section } from './dom.js';
import { t, tr } from './texts.js';

const PACE_MS = 700;

export class History {
  constructor(page) {
    this.page = page;
    this.root = h('div', { class: 'history' });
    this.parts = {};
    for (const name of ['head', 'search', 'body']) {
      this.parts[name] = h('div', { 'data-part': name });
      this.root.append(this.parts[name]);
    }
    this.rounds = null;
    this.shown = null; // the round on the felt
    this.asked = '';
    this.disputing = false;
  }

  /** What the felt shows while this view is open. */
  get table() {
    return this.shown?.table ?? null;
  }

  /** @param {ToldTable} table */
  update(table) {
    this.live = table;
    const here = Object.keys(this.page.roles).length > 0;
    section(this.parts.head, [here, Boolean(this.shown)], () =>
      h(
        'div',
        { class: 'side-head' },
        h('h2', { text: t('History') }),
        this.shown &&
          h('button', {
            class: 'button small',
            'data-history': 'list',
            onclick: () => this.#leave(),
            text: t('All rounds')
          })
      )
    );
    if (!here) {
      section(this.parts.body, 'gate', () =>
        this.page.pins.gate('dealer', t('Past rounds are for those who work at the table.'))
      );
      this.parts.search.replaceChildren();
      return;
    }
    if (!this.rounds && !this.loading) this.#find('');
    section(this.parts.search, [Boolean(this.shown)], () => !this.shown && this.#search());
    section(this.parts.body, this.shown ?? ['list', this.rounds, this.trend], () =>
      this.shown ? this.#round() : this.#list()
    );
  }

  /** The round that may be disputed: the one in play if it has begun, else the one before. */
  async dispute() {
    this.page.go('history');
    this.disputing = true;
    await this.#find('');
    if (this.rounds?.rounds?.length) await this.#show(this.rounds.rounds[0]);
  }

  key(event) {
    if (!this.shown) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, ',': -1, '.': 1 }[event.key];
    if (by) this.#step(this.shown.step + by);
    else if (event.key === ' ') this.#play();
    else return;
    event.preventDefault();
  }

  async #find(text, before = 0) {
    this.loading = true;
    this.asked = text;
    const told = await get(`rounds?q=${encodeURIComponent(text)}&before=${before}`);
    this.loading = false;
    if (!told?.rounds) {
      this.rounds = { rounds: [], what: told?.what };
    } else
      this.rounds = before ? { ...told, rounds: [...this.rounds.rounds, ...told.rounds] } : told;
    this.page.show();
    if (!this.trend) this.#trends();
  }

  async #trends() {
    if (!('supervisor' in this.page.roles || 'technician' in this.page.roles)) return;
    this.trend = {};
    const told = await get('trends');
    if (told?.meter) this.trend = told;
    this.page.show();
  }

  async #show(one, step = null) {
    const told = await get(
      `round?epoch=${one.epoch}&first=${one.first}${step === null ? '' : `&step=${step}`}`
    );
    if (!told?.table)
      return this.page.toast(tr(told?.what ?? 'the console does not answer'), { bad: true });
    this.shown = told;
    this.page.show();
    return null;
  }

  async #step(step) {
    if (step < 1 || step > this.shown.steps) return this.#stop();
    return this.#show(this.shown, step);
  }

  #play() {
    if (this.playing) return this.#stop();
    if (this.shown.step >= this.shown.steps) this.shown.step = 0;
    this.playing = setInterval(
      () =>
        this.shown && this.shown.step < this.shown.steps
          ? this.#step(this.shown.step + 1)
          : this.#stop(),
      PACE_MS
    );
    return this.#step(this.shown.step + 1);
  }

  #stop() {
    clearInterval(this.playing);
    this.playing = null;
  }

  #leave() {
    this.#stop();
    this.shown = null;
    this.disputing = false;
    this.page.show();
  }

  // ---- the list

  #search() {
    const input = h('input', {
      type: 'search',
      name: 'search',
      'aria-label': t('Search past rounds'),
      placeholder: t('57, box 3, misdeal, a flush …'),
      value: this.asked,
      onkeydown: (event) => event.key === 'Enter' && this.#find(input.value)
    });
    return h(
      'div',
      { class: 'form search' },
      input,
      h('button', {
        class: 'button',
        'data-history': 'search',
        onclick: () => this.#find(input.value),
        text: t('Search')
      })
    );
  }

  #list() {
    const { rounds, more, what } = this.rounds ?? { rounds: [], more: 0, what: '' };
    return [
      rounds.length
        ? h(
            'ul',
            { class: 'list rounds' },
            rounds.map((one) =>
              h(
                'li',
                null,
                h(
                  'button',
                  {
                    class: 'button',
                    'data-round': one.round,
                    'data-key': `round:${one.epoch}:${one.round}`,
                    onclick: () => this.#show(one)
                  },
                  h('b', { text: t('Round {0}', one.round) }),
                  h('span', {
                    text: [
                      new Date(one.began_at_ms || one.ended_at_ms).toLocaleString(
                        document.documentElement.lang
                      ),
                      tr(one.outcome)
                    ].join(' · ')
                  }),
                  h('small', {
                    text: [
                      t('Wagered {0}', money(one.wagered)),
                      one.commission ? t('commission {0}', money(one.commission)) : '',
                      one.irregular ? t('irregular: {0}', one.irregular) : ''
                    ]
                      .filter(Boolean)
                      .join(' · ')
                  })
                )
              )
            )
          )
        : h('p', {
            class: 'muted',
            text: this.loading
              ? t('Looking …')
              : what
                ? capital(tr(what))
                : this.asked
                  ? t('Nothing was found for “{0}”.', this.asked)
                  : t('Nothing has been played yet.')
          }),
      more > 0 &&
        h('button', {
          class: 'button small',
          'data-history': 'more',
          onclick: () => this.#find(this.asked, more),
          text: t('Further back')
        }),
      this.#pictures()
    ];
  }

  #pictures() {
    const { meter, readers, faults } = this.trend ?? {};
    const rates = (readers ?? []).map(([when, by]) => [when, Math.min(...Object.values(by)) / 10]);
    return [
      meter?.length > 1 && [
        h('h3', { text: t('The prize pool') }),
        line(
          meter.map(([when, pool]) => [when, pool]),
          (value) => money(value),
          t('The prize pool over time')
        )
      ],
      rates.length > 1 && [
        h('h3', { text: t('Clean reads, the worst reader') }),
        line(rates, (value) => `${value.toFixed(1)} %`, t('Clean reads over time, in percent'))
      ],
      faults?.length > 0 &&
        h(
          'details',
          { class: 'fold' },
          h('summary', { text: t('Faults before: {0}', faults.length) }),
          h('div', null, faultList(faults))
        )
    ];
  }

  // ---- one round

  #round() {
    const { shown } = this;
    const button = (name, label, sign, act, off) =>
      h('button', {
        class: 'button',
        'data-step': name,
        'data-key': `step:${name}`,
        'aria-label': label,
        disabled: off,
        onclick: act,
        text: sign
      });
    const range = h('input', {
      type: 'range',
      name: 'step',
      min: 1,
      max: shown.steps,
      value: shown.step,
      'aria-label': t('Step of the round'),
      oninput: () => this.#step(Number(range.value))
    });
    return [
      h('h3', {
        text: `${t('Round {0}', shown.round)} · ${new Date(shown.when_ms).toLocaleString(document.documentElement.lang)}`
      }),
      h(
        'div',
        { class: 'strip steps' },
        button('first', t('To the beginning'), '«', () => this.#step(1), shown.step <= 1),
        button('back', t('One step back'), '‹', () => this.#step(shown.step - 1), shown.step <= 1),
        button('play', t('Play it'), this.playing ? '❚❚' : '▶', () => this.#play()),
        button(
          'next',
          t('One step on'),
          '›',
          () => this.#step(shown.step + 1),
          shown.step >= shown.steps
        ),
        button('last', t('To the end'), '»', () => this.#show(shown), shown.step >= shown.steps),
        h('span', {
          class: 'muted',
          'data-at': shown.step,
          text: t('{0} of {1}', shown.step, shown.steps)
        })
      ),
      range,
      this.#opened(),
      h(
        'ol',
        { class: 'stream told', tabindex: '0', 'aria-label': t('What was told') },
        shown.told
          .filter((one) => one.step <= shown.step)
          .slice(-60)
          .map((one) =>
            h(
              'li',
              { class: one.news || 'plain' },
              h('span', { text: tr(one.text) }),
              chip(one.rule)
            )
          )
      )
    ];
  }

  #opened() {
    const { opened, table } = this.shown;
    const may =
      'supervisor' in this.page.roles && this.shown.first === this.rounds?.rounds?.[0]?.first;
    const closed = table.seats
      .filter((one) => one.in && !opened.some((card) => card.seat === one.seat))
      .map((one) => one.seat);
    const seats = [...new Set(opened.map((one) => one.seat))];
    return h(
      'div',
      { class: 'opened' },
      seats.map((seat) => {
        const cards = opened.filter((one) => one.seat === seat);
        return h(
          'details',
          { class: 'fold', 'data-opened': seat, open: true },
          h('summary', {
            text: t('Box {0}: {1}', seat, cards.map((one) => cardSign(one.card)).join(' '))
          }),
          h(
            'div',
            null,
            h('p', {
              class: `verdict ${cards.every((one) => one.proved) ? '' : 'bad'}`,
              'data-proved': String(cards.every((one) => one.proved)),
              text: cards.every((one) => one.proved)
                ? t(
                    'Proved: each card and its salt give the seal that was recorded when it was dealt.'
                  )
                : t('NOT PROVED: a seal does not fit its card.')
            }),
            h(
              'ul',
              { class: 'list' },
              cards.map((one) =>
                h(
                  'li',
                  null,
                  h('b', { text: cardSign(one.card) }),
                  h('span', {
                    class: 'remedy seal',
                    text: one.salt
                      ? t('seal {0} of record {1}, salt {2}', one.seal, one.dealt ?? '?', one.salt)
                      : t('dealt face up')
                  })
                )
              )
            ),
            h('p', {
              class: 'muted',
              text: t('Opened by {0}, record {1}.', tr(cards[0].who), cards[0].record)
            })
          )
        );
      }),
      may &&
        closed.length > 0 &&
        h(
          'div',
          { class: 'form' },
          h('p', {
            class: 'muted',
            text: t(
              'Open a hand for a dispute: it is recorded with your name and cannot be taken back.'
            )
          }),
          h(
            'div',
            { class: 'strip' },
            closed.map((seat) =>
              h('button', {
                class: 'button danger',
                'data-open': seat,
                onclick: () => this.#open(seat),
                text: t('Open the hand of box {0}', seat)
              })
            )
          )
        )
    );
  }

  async #open(seat) {
    const answer = await this.page.act('command', { command: ['open_hand', seat, null] });
    if (!answer.ok) return;
    this.page.toast(t('Opened; it is in the record'));
    const before = this.shown.opened.length;
    // Its cards come one by one: until there are some, and no more come.
    for (
      let k = 0, quiet = 0, had = before;
      k < 40 && this.shown && (had === before || quiet < 2);
      k++
    ) {
      await new Promise((go) => setTimeout(go, 120));
      await this.#show(this.shown);
      quiet = this.shown?.opened.length === had ? quiet + 1 : 0;
      had = this.shown?.opened.length ?? before;
    }
  }
}

/** Faults of before: what, where, from when, until when. */
export function faultList(faults) {
  const when = (ms) => new Date(ms).toLocaleString(document.documentElement.lang);
  return h(
    'ul',
    { class: 'list faults' },
    faults.map((one) =>
      h(
        'li',
        null,
        h('b', { text: `${capital(tr(one.where))}: ` }),
        tr(one.what),
        h('span', {
          class: 'remedy',
          text: one.over_ms
            ? t('{0} to {1}', when(one.from_ms), when(one.over_ms))
            : when(one.from_ms)
        })
      )
    )
  );
}

/** A line over time, with both axes told. */
function line(points, words, label) {
  const [w, hi] = [320, 120];
  const values = points.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [points[0][0], points.at(-1)[0]];
  const x = (when) => 4 + ((when - from) / Math.max(1, to - from)) * (w - 8);
  const y = (value) => hi - 22 - ((value - low) / Math.max(1, high - low)) * (hi - 40);
  const time = (ms) =>
    new Date(ms).toLocaleTimeString(document.documentElement.lang, {
      hour: '2-digit',
      minute: '2-digit'
    });
  return s(
    'svg',
    {
      class: 'trend',
      viewBox: `0 0 ${w} ${hi}`,
      role: 'img',
      'aria-label': `${label}: ${words(values[0])} – ${words(values.at(-1))}`
    },
    s('line', { x1: 4, x2: w - 4, y1: hi - 18, y2: hi - 18 }),
    s('polyline', {
      points: points
        .map(([when, value]) => `${x(when).toFixed(1)},${y(value).toFixed(1)}`)
        .join(' ')
    }),
    s('text', { x: 4, y: 12, text: words(high) }),
    s('text', { x: 4, y: hi - 22, text: words(low) }),
    s('text', { x: 4, y: hi - 4, text: time(from) }),
    s('text', { x: w - 4, y: hi - 4, 'text-anchor': 'end', text: time(to) })
  );
}
