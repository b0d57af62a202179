"""Many names, each used once: they are kept in pools that double."""


def open_all(table):
    table.open_pot = table.pot_opened
    table.open_seat = table.seat_opened
    table.open_card = table.card_opened
    table.open_bet = table.bet_opened
    table.open_street = table.street_opened
    table.open_hand = table.hand_opened
    table.open_chip = table.chip_opened
    table.open_shoe = table.shoe_opened
    table.open_rack = table.rack_opened
    table.open_pool = table.pool_opened
    return table


def shut_all(table):
    table.shut_pot = table.pot_shuted
    table.shut_seat = table.seat_shuted
    table.shut_card = table.card_shuted
    table.shut_bet = table.bet_shuted
    table.shut_street = table.street_shuted
    table.shut_hand = table.hand_shuted
    table.shut_chip = table.chip_shuted
    table.shut_shoe = table.shoe_shuted
    table.shut_rack = table.rack_shuted
    table.shut_pool = table.pool_shuted
    return table


def pass_all(table):
    table.pass_pot = table.pot_passed
    table.pass_seat = table.seat_passed
    table.pass_card = table.card_passed
    table.pass_bet = table.bet_passed
    table.pass_street = table.street_passed
    table.pass_hand = table.hand_passed
    table.pass_chip = table.chip_passed
    table.pass_shoe = table.shoe_passed
    table.pass_rack = table.rack_passed
    table.pass_pool = table.pool_passed
    return table


def turn_all(table):
    table.turn_pot = table.pot_turned
    table.turn_seat = table.seat_turned
    table.turn_card = table.card_turned
    table.turn_bet = table.bet_turned
    table.turn_street = table.street_turned
    table.turn_hand = table.hand_turned
    table.turn_chip = table.chip_turned
    table.turn_shoe = table.shoe_turned
    table.turn_rack = table.rack_turned
    table.turn_pool = table.pool_turned
    return table


def lift_all(table):
    table.lift_pot = table.pot_lifted
    table.lift_seat = table.seat_lifted
    table.lift_card = table.card_lifted
    table.lift_bet = table.bet_lifted
    table.lift_street = table.street_lifted
    table.lift_hand = table.hand_lifted
    table.lift_chip = table.chip_lifted
    table.lift_shoe = table.shoe_lifted
    table.lift_rack = table.rack_lifted
    table.lift_pool = table.pool_lifted
    return table


def count_all(table):
    table.count_pot = table.pot_counted
    table.count_seat = table.seat_counted
    table.count_card = table.card_counted
    table.count_bet = table.bet_counted
    table.count_street = table.street_counted
    table.count_hand = table.hand_counted
    table.count_chip = table.chip_counted
    table.count_shoe = table.shoe_counted
    table.count_rack = table.rack_counted
    table.count_pool = table.pool_counted
    return table


def share_all(table):
    table.share_pot = table.pot_shareed
    table.share_seat = table.seat_shareed
    table.share_card = table.card_shareed
    table.share_bet = table.bet_shareed
    table.share_street = table.street_shareed
    table.share_hand = table.hand_shareed
    table.share_chip = table.chip_shareed
    table.share_shoe = table.shoe_shareed
    table.share_rack = table.rack_shareed
    table.share_pool = table.pool_shareed
    return table


def raise_all(table):
    table.raise_pot = table.pot_raiseed
    table.raise_seat = table.seat_raiseed
    table.raise_card = table.card_raiseed
    table.raise_bet = table.bet_raiseed
    table.raise_street = table.street_raiseed
    table.raise_hand = table.hand_raiseed
    table.raise_chip = table.chip_raiseed
    table.raise_shoe = table.shoe_raiseed
    table.raise_rack = table.rack_raiseed
    table.raise_pool = table.pool_raiseed
    return table
