// Time that runs between two pieces of news: what was left then, less what has passed since.

export function leftMs(clock, heardAt) {
  const left = clock.break_left_ms ?? clock.left_ms;
  if (left === null || left === undefined) return null;
  const runs = clock.runs || clock.break_left_ms !== null;
  return Math.max(0, left - (runs ? performance.now() - heardAt : 0));
}

export function asTime(ms) {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 60), seconds % 60];
  if (parts[0] >= 60)
    return `${Math.floor(parts[0] / 60)}:${String(parts[0] % 60).padStart(2, '0')}:${String(parts[1]).padStart(2, '0')}`;
  return `${parts[0]}:${String(parts[1]).padStart(2, '0')}`;
}

/** The big figure: time, or rounds where a level lasts for rounds. */
export function figure(shown, heardAt) {
  const { clock } = shown;
  const left = leftMs(clock, heardAt);
  if (left !== null) return asTime(left);
  const rounds = Object.values(clock.rounds_left);
  if (!clock.rounds) return '';
  const most = rounds.length ? Math.max(...rounds) : clock.rounds;
  return `${most} ${most === 1 ? 'round' : 'rounds'}`;
}

/** When the next session was published to start; nothing while one is played. */
export function startsAt(shown) {
  const waits = ['entries', 'drawn', 'between sessions'].includes(shown.stage);
  return waits && shown.starts ? `Starts ${shown.starts}` : '';
}

/** Which tables wait for others: hand for hand, or while equal chips are played off. */
export function waiting(shown) {
  if (shown.extra_due.length) return `Extra rounds: ${shown.extra_due.join(', ')} still to play`;
  if (!shown.hand_for_hand) return '';
  const ahead = shown.ahead.join(', ');
  return `Hand for hand${ahead ? `: ${ahead} ${shown.ahead.length === 1 ? 'waits' : 'wait'}` : ''}`;
}

export const STAGES = {
  entries: 'Entries',
  drawn: 'Seats are drawn',
  playing: 'Play',
  break: 'Break',
  'extra rounds': 'Extra rounds',
  'between sessions': 'Between sessions',
  finished: 'Finished',
  cancelled: 'Cancelled'
};
