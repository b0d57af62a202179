"""How records that most rounds never see move the state: seats, cards set right, a misdeal.

Each function follows the record of its name; nothing is judged. Loaded with the first of them.
"""

from cardtable.rules.poker.state import DEAD, DEAL


def join(table, seat, amount, waits, rule):
    table.seated.append(seat)
    table.seated.sort()
    table.stack[seat] = amount
    table.waits[seat] = waits


def leave(table, seat, amount):
    table.seated.remove(seat)
    table.stack[seat] = 0
    table.waits[seat] = 0
    table.returns[seat] = (amount, table.uptime_ms())
    if seat in table.declared:
        table.declared.remove(seat)


def change_seat(table, seat, to, waits, rule):
    table.seated.remove(seat)
    table.seated.append(to)
    table.seated.sort()
    table.stack[to] = table.stack[seat]
    table.stack[seat] = 0
    table.waits[seat] = 0
    table.waits[to] = waits
    if seat in table.declared:
        table.declared[table.declared.index(seat)] = to


def buy(table, seat, amount):
    table.stack[seat] += amount


def corrected(table, seat, amount, was, rule):
    table.stack[seat] = amount


def newcomer(table, seat):
    table.newcomers += (seat,)


def away(table, seat, waits, rule):
    table.waits[seat] = waits


def declared(table, seat, rule):
    table.declared.append(seat)


def lap(table, seat, rule):
    table.lap = seat


def astray(table, rule, seat):
    table.fault = rule
    if rule is None:
        table.strays = [0]  # no seat's; cards may still change places
        return
    table.strays.append(seat)
    if table.phase == DEAL and table.street:  # a replacement of another, in the draw
        table.got[seat] -= 1
        table.seen[seat] = False  # not this card yet


def count(table, place, count):
    table.unseen[place] = max(0, count - len(table.held[place]))


def see(table, seat):
    table.seen[seat] = True


def replace(table, seat, card):
    table.exposed = [seat, card]
    table.skip_burn = True
    if table.street:  # seen after the last hole card: the deal is not over yet
        table.street = 0
        table.phase = DEAL


def replaced(table, seat):
    table.exposed = []


def clock(table, seat, left_ms):
    table.clock = seat
    table.left_ms = left_ms


def refund(table, seat, cents, rule):
    table.stack[seat] += cents
    table.front[seat] = table.bet[seat] = table.put[seat] = table.dead[seat] = 0


def dead(table, seat, rule):
    table.out[seat] = DEAD
