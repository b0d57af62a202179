// Deutsch: was der Tisch selbst meldet. Die Sätze stehen in host_tools/wording; {0} ist eine Box, ein
// Betrag, eine Karte, eine Person.

export default {
  // Karten, Hände, Orte
  '{0} of spades': 'Pik {0}',
  '{0} of hearts': 'Herz {0}',
  '{0} of diamonds': 'Karo {0}',
  '{0} of clubs': 'Kreuz {0}',
  'joker': 'Joker',
  'ace': 'Ass',
  'aces': 'Asse',
  'king': 'König',
  'kings': 'Könige',
  'queen': 'Dame',
  'queens': 'Damen',
  'jack': 'Bube',
  'jacks': 'Buben',
  'ten': 'Zehn',
  'tens': 'Zehnen',
  'nine': 'Neun',
  'nines': 'Neunen',
  'eight': 'Acht',
  'eights': 'Achten',
  'seven': 'Sieben',
  'sevens': 'Siebenen',
  'six': 'Sechs',
  'sixes': 'Sechsen',
  'five': 'Fünf',
  'fives': 'Fünfen',
  'four': 'Vier',
  'fours': 'Vieren',
  'three': 'Drei',
  'threes': 'Dreien',
  'deuce': 'Zwei',
  'deuces': 'Zweien',
  '{0} high, {1} next': '{0} hoch, dann {1}',
  '{0} high, {1} next ({2})': '{0} hoch, dann {1} ({2})',
  'pair of {0}, {1} kicker': 'Paar {0}, Beikarte {1}',
  'pair of {0}, {1} kicker ({2})': 'Paar {0}, Beikarte {1} ({2})',
  'two pairs, {0} and {1}, {2} kicker': 'zwei Paare, {0} und {1}, Beikarte {2}',
  'three {0}, {1} kicker': 'drei {0}, Beikarte {1}',
  'three {0}, {1} kicker ({2})': 'drei {0}, Beikarte {1} ({2})',
  'straight to the {0}': 'Straße bis {0}',
  'straight to the {0} ({1})': 'Straße bis {0} ({1})',
  'flush, {0} high': 'Flush, {0} hoch',
  'full house, {0} over {1}': 'Full House, {0} über {1}',
  'four {0}, {1} kicker': 'vier {0}, Beikarte {1}',
  'four {0}, {1} kicker ({2})': 'vier {0}, Beikarte {1} ({2})',
  'straight flush to the {0}': 'Straight Flush bis {0}',
  'straight flush to the {0} ({1})': 'Straight Flush bis {0} ({1})',
  'straight': 'Straße',
  'flush': 'Flush',
  'full house': 'Full House',
  'straight flush': 'Straight Flush',
  'royal flush': 'Royal Flush',
  'the dealer': 'der Dealer',
  'the board': 'die Mitte',
  'the burnt cards': 'die verbrannten Karten',
  'the discard rack': 'die Ablage',
  'the shoe': 'der Schuh',
  'the house': 'das Haus',
  'none': 'keine',
  'box {0} \u0024{1}': 'Box {0} \u0024{1}', // dollars
  'and': 'und',

  // Der Tisch
  'Table {0} is up: firmware {1} on a {2}.': 'Tisch {0} läuft: Firmware {1} auf {2}.',
  'A host is attached.': 'Ein Rechner ist angeschlossen.',
  'over ({0}).': 'vorbei ({0}).',
  'Refused: {0}': 'Abgelehnt: {0}',
  '{0}: {1} to call': '{0}: {1} zum Mitgehen',
  '{0}: at least {1}': '{0}: mindestens {1}',
  '{0}: at most {1}': '{0}: höchstens {1}',
  'there are not enough chips for that: {0} left': 'so viele Chips sind nicht da: noch {0}',
  'The {0} has {1}.': 'Die Rolle {0} hat {1}.',
  'A command of a {0} was refused: {1}.': 'Ein Befehl der Rolle {0} wurde abgelehnt: {1}.',
  '{0} gives the orders now ({1}).': '{0} ordnet ab jetzt an ({1}).',
  'The {0} does.': 'Die Rolle {0} ordnet an.',
  '{0} gives the PIN that {1}s share.': '{0} vergibt die gemeinsame PIN der Rolle {1}.',
  '{0} changes the PIN that {1}s share.': '{0} ändert die gemeinsame PIN der Rolle {1}.',
  '{0} takes away the PIN that {1}s share.': '{0} entzieht die gemeinsame PIN der Rolle {1}.',
  '{0} gives a PIN of {1} ({2}).': '{0} vergibt eine PIN an {1} ({2}).',
  '{0} changes a PIN of {1} ({2}).': '{0} ändert eine PIN von {1} ({2}).',
  '{0} takes away a PIN of {1} ({2}).': '{0} entzieht eine PIN von {1} ({2}).',
  'Play is now live.': 'Gespielt wird jetzt echt.',
  'Play is now a test.': 'Gespielt wird jetzt zur Probe.',
  'Play is now a tournament.': 'Gespielt wird jetzt ein Turnier.',
  'Gaming day {0} is open.': 'Spieltag {0} ist offen.',
  'The drop box of {0} was counted by {1}: {2}.': 'Der Kasten vom {0} wurde von {1} gezählt: {2}.',
  'The deck was checked ({0}): {1} cards.': 'Das Deck wurde geprüft ({0}): {1} Karten.',
  'The second deck was checked ({0}): {1} cards.':
    'Das zweite Deck wurde geprüft ({0}): {1} Karten.',
  'The deck was checked ({0}): {1} cards, {2}.': 'Das Deck wurde geprüft ({0}): {1} Karten, {2}.',
  'The second deck was checked ({0}): {1} cards, {2}.':
    'Das zweite Deck wurde geprüft ({0}): {1} Karten, {2}.',
  'missing {0}': 'es fehlt {0}',
  'twice {0}': 'doppelt {0}',
  '{0} of another deck or of none': '{0} aus einem anderen Deck oder aus keinem',
  'A card is put right, from {0} to {1}.': 'Eine Karte wird richtig gelegt ({0} → {1}).',
  'The dealer has counted {0} cards at {1}.': 'Der Dealer hat {0} Karten gezählt ({1}).',
  'Box {0} has a maximum of its own, {1}.': 'Box {0} hat ein eigenes Höchstmaß, {1}.',
  'Box {0} gets its jackpot wager of {1} back.': 'Box {0} erhält den Jackpot-Einsatz zurück, {1}.',
  'The jackpot wager of box {0}, {1}, stays with the house.':
    'Der Jackpot-Einsatz von Box {0}, {1}, bleibt beim Haus.',
  '{0} for the jackpot is held back: more than a round may bring.':
    '{0} für den Jackpot werden zurückgehalten: mehr, als eine Runde bringen darf.',
  '{0} frees what was held back: {1} to the pool.':
    '{0} gibt Zurückgehaltenes frei: {1} in den Topf.',
  "{0} changes '{1}' to {2}; in force once the jackpot is won.":
    '{0} ändert „{1}“ auf {2}; es gilt, sobald der Jackpot gewonnen ist.',
  "'{0}' is {1} from now on.": '„{0}“ ist ab jetzt {1}.',
  'The books of the {0} go on after record {1}, by order of {2}.':
    'Die Bücher ({0}) gehen nach Eintrag {1} weiter, auf Anordnung von {2}.',
  "The supervisor's key is turned on.": 'Der Schlüssel der Aufsicht ist eingeschaltet.',
  "The supervisor's key is turned off.": 'Der Schlüssel der Aufsicht ist ausgeschaltet.',
  'Opened for a dispute by {0}: box {1} has {2}.':
    'Für einen Streit geöffnet von {0}: Box {1} hat {2}.',
  'All hands of this round are released for people elsewhere when it is over.':
    'Alle Hände dieser Runde werden für andere freigegeben, wenn sie zu Ende ist.',
  'Hands that are shown of this round are released for people elsewhere when it is over.':
    'Gezeigte Hände dieser Runde werden für andere freigegeben, wenn sie zu Ende ist.',
  'All hands of this round are released for people elsewhere {0} minutes after it.':
    'Alle Hände dieser Runde werden für andere {0} Minuten danach freigegeben.',
  'Hands that are shown of this round are released for people elsewhere {0} minutes after it.':
    'Gezeigte Hände dieser Runde werden für andere {0} Minuten danach freigegeben.',
  'Released: all hands, folded ones too of the round that record {0} opened.':
    'Freigegeben: alle Hände, auch gepasste, der Runde, die Eintrag {0} eröffnet hat.',
  'Released: hands that were shown of the round that record {0} opened.':
    'Freigegeben: gezeigte Hände der Runde, die Eintrag {0} eröffnet hat.',
  'The books of a new table are opened by {0}.':
    'Die Bücher eines neuen Tisches wurden eröffnet von {0}.',
  'The books are restored from {0} by {1}, as of record {2}.':
    'Die Bücher wurden aus {0} von {1} wiederhergestellt, Stand Eintrag {2}.',
  'Taken back by the {0}: {1}.': 'Zurückgenommen ({0}): {1}.',
  'an entry': 'eine Eingabe',
  'Take back the last entry': 'Letzte Eingabe zurücknehmen',
  'face down': 'verdeckt',
  'up to {0}ms: {1}': 'bis {0} ms: {1}',
  'power': 'Strom',
  'an input': 'eine Eingabe gemacht',
  'jackpot, box {0}, amount {1}': 'Jackpot-Einsatz, Box {0}, {1}',
  'ante, box {0}, amount {1}': 'Ante, Box {0}, {1}',
  'installer': 'Einrichtung',

  // Eine Runde
  'The sign shows {0}.': 'Die Anzeige zeigt {0}.',
  'Nothing was staked in it: the next round takes its place.':
    'Nichts war gesetzt: Die nächste Runde tritt an ihre Stelle.',
  'The round is void: every wager goes back.': 'Die Runde ist ungültig: Jeder Einsatz geht zurück.',
  'Winners: {0}.': 'Gewinner: {0}.',
  'Irregular: {0}.': 'Regelwidrig: {0}.',
  'Irregular at {0}: {1}.': 'Regelwidrig ({0}): {1}.',
  'Decided: {0}.': 'Entschieden: {0}.',
  'Decided about {0}: {1}.': 'Entschieden ({0}): {1}.',
  '{0} has {1} face up.': '{0}: {1} liegt offen.',
  'Antes: {0}.': 'Antes: {0}.',
  'Jackpot {0}; chips on boxes: {1}.': 'Jackpot {0}; Chips auf Boxen: {1}.',
  'Dealing five cards to {0} box and the dealer.': 'Fünf Karten an {0} Box und an den Dealer.',
  'Dealing five cards to {0} boxes and the dealer.': 'Fünf Karten an {0} Boxen und an den Dealer.',
  'Box {0} bets {1}.': 'Box {0} setzt {1}.',
  'Box {0} bets {1} and is all in.': 'Box {0} setzt {1} und ist all-in.',
  'Box {0} folds.': 'Box {0} passt.',
  'Box {0} checks.': 'Box {0} schiebt.',
  'Box {0} calls {1}.': 'Box {0} geht mit, {1}.',
  'Box {0} calls {1} and is all in.': 'Box {0} geht mit, {1}, und ist all-in.',
  'Box {0} raises to {1}.': 'Box {0} erhöht auf {1}.',
  'Box {0} raises to {1} and is all in.': 'Box {0} erhöht auf {1} und ist all-in.',
  'Box {0} raises to {1}, less than a raise, and is all in.':
    'Box {0} erhöht auf {1}, weniger als eine Erhöhung, und ist all-in.',
  'Box {0} calls and folds.': 'Box {0} geht mit und passt.',
  'Box {0} calls and folds and is all in.': 'Box {0} geht mit und passt und ist all-in.',
  'Box {0} checks and is all in.': 'Box {0} schiebt und ist all-in.',
  'Box {0} folds and is all in.': 'Box {0} passt und ist all-in.',
  'The jackpot sign shows {0}.': 'Die Jackpot-Anzeige zeigt {0}.',
  'The dealer turns {0}: not five cards, no hand; antes win, bets go back.':
    'Der Dealer deckt auf, {0}: keine fünf Karten, keine Hand; Antes gewinnen, Einsätze gehen zurück.',
  'The dealer turns {0}: {1}, and plays.': 'Der Dealer deckt auf, {0}: {1}, und spielt.',
  'The dealer turns {0}: {1}, and has no ace and king: antes win, bets go back.':
    'Der Dealer deckt auf, {0}: {1}, ohne Ass und König: Antes gewinnen, Einsätze gehen zurück.',
  'Box {0} shows {1}: {2}.': 'Box {0} zeigt {1}: {2}.',
  'Box {0} wins {1}.': 'Box {0} gewinnt {1}.',
  'Box {0} wins {1} for the {2} hand.': 'Box {0} gewinnt {1} ({2}).',
  'Box {0} loses {1}.': 'Box {0} verliert {1}.',
  'Box {0} gets its wagers back.': 'Box {0} erhält die Einsätze zurück.',
  'Box {0} gets {1} back.': 'Box {0} erhält {1} zurück.',
  'Box {0} declares a jackpot hand.': 'Box {0} sagt eine Jackpot-Hand an.',
  'Box {0} has {1}: a jackpot hand.': 'Box {0} hat {1}: eine Jackpot-Hand.',
  'Box {0} is paid {1} for {2}.': 'Box {0} erhält {1} für {2}.',
  'JACKPOT: box {0} wins {1} for {2}.': 'JACKPOT: Box {0} gewinnt {1} für {2}.',
  'Pending: the sign stands still until an attendant has confirmed the payment.':
    'Noch nicht gezahlt: das Schild steht still, bis die Auszahlung bestätigt ist.',
  '{0} has confirmed the payment of jackpot {1}.':
    '{0} hat die Auszahlung von Jackpot {1} bestätigt.',
  'The prize pool is filled up again with {0}.': 'Der Preistopf wird wieder aufgefüllt, {0}.',
  '{0} corrects the meter ({1}): pool {2}, reserve {3}, overflow {4}.':
    '{0} korrigiert den Zähler ({1}): Topf {2}, Reserve {3}, Überlauf {4}.',
  'Jackpot wagers {0}; the meter shows {1}.': 'Jackpot-Einsätze {0}; der Zähler zeigt {1}.',
  'Dealt in, first card first: box {0}.': 'Karten erhalten, in dieser Folge: Box {0}.',
  'Box {0} posts its {1} of {2}.': 'Box {0} setzt {1}, {2}.',
  'Box {0} posts its {1} of {2} and is all in.': 'Box {0} setzt {1}, {2}, und ist all-in.',
  'Box {0} posts its {1} of {2}, and {3} that is dead.':
    'Box {0} setzt {1}, {2}, dazu {3}, die nicht zählen.',
  'Box {0} posts its {1} of {2}, and {3} that is dead and is all in.':
    'Box {0} setzt {1}, {2}, dazu {3}, die nicht zählen, und ist all-in.',
  'ante': 'Ante',
  'blind': 'Blind',
  'over-blind': 'Über-Blind',
  'blind on entering': 'Blind zum Einstieg',
  'The marker is given to box {0}.': 'Der Button kommt zu Box {0}.',
  'The marker passes an empty seat to box {0}.':
    'Der Button geht an einem leeren Platz vorbei zu Box {0}.',
  'The marker goes on to box {0}.': 'Der Button geht weiter zu Box {0}.',
  'The marker goes to box {0}.': 'Der Button geht zu Box {0}.',
  'The button began at box {0} and is not yet round the table.':
    'Der Button begann bei Box {0} und ist noch nicht um den Tisch.',
  'Freeze-out: {0} out so far, the ante is {1}.':
    'Freeze-out: {0} sind ausgeschieden, das Ante ist {1}.',
  'The deal is in order again.': 'Das Geben ist wieder in Ordnung.',
  'The deal has gone wrong.': 'Beim Geben ging etwas schief.',
  'The deal has gone wrong at box {0}.': 'Beim Geben ging bei Box {0} etwas schief.',
  'A card is burnt for each active player.':
    'Für jeden Spieler der Hand wird eine Karte verbrannt.',
  'Box {0} has looked at its cards.': 'Box {0} hat die Karten angesehen.',
  'Box {0} is back at the table.': 'Box {0} ist zurück am Tisch.',
  'Box {0} waits for the big blind.': 'Box {0} wartet auf den großen Blind.',
  'Box {0} waits for the big blind after changing seats.':
    'Box {0} wartet nach dem Platzwechsel auf den großen Blind.',
  'Box {0} has missed a blind and waits for the big blind.':
    'Box {0} hat einen Blind verpasst und wartet auf den großen Blind.',
  'Box {0} is away from the table.': 'Box {0} ist nicht am Tisch.',
  'Box {0} is away, and a blind has passed.': 'Box {0} ist nicht am Tisch, ein Blind ist vorbei.',
  'Box {0} waits.': 'Box {0} wartet.',
  'Box {0} plays on below the table stake.': 'Box {0} spielt unter dem Mindestbetrag weiter.',
  'Betting round {0}.': 'Setzrunde {0}.',
  'Betting round {0}: box {1} opens.': 'Setzrunde {0}: Box {1} beginnt.',
  'Box {0} has put {1} forward.': 'Box {0} hat {1} vorgelegt.',
  'In the pot: {0}.': 'Im Pot: {0}.',
  'Box {0} has {1} seconds left to act.': 'Box {0} hat noch {1} Sekunden.',
  'Box {0} gives its hand up.': 'Box {0} gibt die Hand auf.',
  'The hand of box {0} cannot win.': 'Die Hand von Box {0} kann nicht gewinnen.',
  'The main pot of {0} goes to box {1}.': 'Der Hauptpot, {0}, geht an Box {1}.',
  'The side pot {0} of {1} goes to box {2}.': 'Nebenpot {0}, {1}, geht an Box {2}.',
  'Commission {0}.': 'Abgabe {0}.',
  'Box {0} is out; the next ante is {1}.': 'Box {0} ist ausgeschieden; das nächste Ante ist {1}.',
  'Box {0} stands pat.': 'Box {0} tauscht nicht.',
  'Box {0} replaces {1} card.': 'Box {0} tauscht {1} Karte.',
  'Box {0} replaces {1} cards.': 'Box {0} tauscht {1} Karten.',
  'The exposed {0} of box {1} is to be replaced.': 'Die aufgedeckte {0} von Box {1} wird ersetzt.',
  'The card of box {0} has been replaced.': 'Die Karte von Box {0} ist ersetzt.',
  'The board: {0}.': 'Die Mitte: {0}.',
  'The board: {0}, so {1} in all.': 'Die Mitte: {0}, zusammen {1}.',
  'A player joins at box {0} with {1}.': 'Ein Spieler setzt sich an Box {0}, mit {1}.',
  'Box {0} buys chips for {1}.': 'Box {0} kauft Chips für {1}.',
  'A player joins at box {0} with {1} and {2}.': 'Ein Spieler setzt sich an Box {0}, mit {1}: {2}.',
  'waits for the big blind': 'wartet auf den großen Blind',
  'waits until the blinds have passed': 'wartet, bis die Blinds vorbei sind',
  'waits for the big blind after changing seats':
    'wartet nach dem Platzwechsel auf den großen Blind',
  'has missed a blind and waits for the big blind':
    'hat einen Blind verpasst und wartet auf den großen Blind',
  'is away from the table': 'ist nicht am Tisch',
  'is away, and a blind has passed': 'ist nicht am Tisch, ein Blind ist vorbei',
  'The director sets the chips of box {0} right: {1} instead of {2}.':
    'Die Turnierleitung richtet die Chips von Box {0}: {1} statt {2}.',
  'At box {0}: another player than the one who left.':
    'An Box {0}: ein anderer Spieler als der, der ging.',
  'The player of box {0} moves to box {1}.': 'Der Spieler von Box {0} wechselt an Box {1}.',
  'The player of box {0} moves to box {1} and {2}.':
    'Der Spieler von Box {0} wechselt an Box {1}: {2}.',
  // Der Tisch von oben, für alle, die ihn nicht sehen
  'reader ok': 'Leser gut',
  'reader starting': 'Leser startet',
  'reader does not answer': 'Leser antwortet nicht',
  'reader disturbed': 'Leser gestört',
  'unknown card on the reader': 'fremde Karte auf dem Leser',
  'a card seen twice on the reader': 'eine Karte doppelt auf dem Leser',
  'no reader fitted': 'kein Leser verbaut',
  'reader not heard of': 'vom Leser nichts gehört',
  'Box {0}: empty; {1}': 'Box {0}: leer; {1}',
  'Rack: {0} cards; {1}': 'Ablage: {0} Karten; {1}',
  'Board: {0}; {1}': 'Mitte: {0}; {1}',
  'Dealer: {0}': 'Dealer: {0}',
  '{0} in chips': '{0} in Chips',
  'ante {0}': 'Ante {0}',
  'bet {0}': 'gesetzt {0}',
  'jackpot chip': 'Jackpot-Chip',
  'no cards': 'keine Karten',
  '{0} face down': '{0} verdeckt',
  'is waited for': 'wird erwartet',
  'wins {0}': 'gewinnt {0}',
  'loses {0}': 'verliert {0}',
  'No pot yet': 'Noch kein Pot',
  'The puck is at box {0}': 'Der Puck liegt bei Box {0}',
  'The button is at box {0}': 'Der Button liegt bei Box {0}',
  'Boomerang Jackpot {0}': 'Boomerang-Jackpot {0}',
  'Boomerang Jackpot {0}, pending': 'Boomerang-Jackpot {0}, nicht ausgezahlt',
  'Boomerang Jackpot {0}, locked': 'Boomerang-Jackpot {0}, gesperrt',

  // Was regelwidrig war
  'the next card was seen: burn as many cards as players are active':
    'die nächste Karte wurde gesehen: so viele Karten verbrennen, wie Spieler in der Hand sind',
  'the last call came from a hand that could not win: it goes back':
    'zuletzt ging eine Hand mit, die nicht gewinnen konnte: Es geht zurück',
  'this hand does not beat the open cards of the player who checked':
    'diese Hand schlägt die offenen Karten dessen nicht, der schob',
  'a card lies where nobody is in the hand': 'eine Karte liegt, wo niemand in der Hand ist',
  'a card was seen at the cut': 'beim Abheben wurde eine Karte gesehen',
  'more than a call and less than a raise: deemed a call':
    'mehr als mitgehen und weniger als erhöhen: gilt als Mitgehen',
  'a card got into the discards': 'eine Karte geriet in die Ablage',
  'a card too many was dealt': 'eine Karte zu viel wurde gegeben',
  'a hole card was seen': 'eine verdeckte Karte wurde gesehen',
  'the next card was seen; it is used in its turn':
    'die nächste Karte wurde gesehen; sie kommt, wenn sie dran ist',
  'a hand was folded out of turn': 'eine Hand passte außer der Reihe',
  'the supervisor has folded the hand': 'die Aufsicht hat die Hand passen lassen',
  'a hand was shown before its turn': 'eine Hand wurde außer der Reihe gezeigt',
  'out of turn': 'außer der Reihe',
  'a card came too early and is shuffled back': 'eine Karte kam zu früh und wird zurückgemischt',
  'less than the call: complete it or fold': 'weniger als nötig: ergänzen oder passen',
  'the hand has too few or too many cards': 'die Hand hat zu wenige oder zu viele Karten',
  'an ante was placed out of order: it stands': 'ein Ante kam außer der Reihe: Es bleibt stehen',
  'a card too many was dealt after the deal': 'nach dem Geben kam eine Karte zu viel',
  'a card of the other deck is in play': 'eine Karte des anderen Decks ist im Spiel',
  'a hand has a card too many': 'eine Hand hat eine Karte zu viel',
  'a hand has a wrong number of cards': 'eine Hand hat eine falsche Zahl Karten',
  'a box was passed over in the deal': 'eine Box wurde beim Geben übergangen',
  'a packet had not five cards': 'ein Päckchen hatte keine fünf Karten',
  'the automated shuffling shoe has failed': 'der Mischschuh hat versagt',
  'a card was exposed': 'eine Karte wurde aufgedeckt',
  'a card of the dealer was exposed and serves as the open one':
    'eine Karte des Dealers wurde aufgedeckt und gilt als die offene',
  'the dealer has a wrong number of cards: no hand':
    'der Dealer hat eine falsche Zahl Karten: keine Hand',
  'a card was dealt out of order': 'eine Karte wurde außer der Reihe gegeben',
  'the player is excluded from this round': 'der Spieler ist von dieser Runde ausgeschlossen',
  'a hand went to the discard rack too early: set it right':
    'eine Hand kam zu früh in die Ablage: bitte richten',
  'a box without an ante was dealt in: its hand is void':
    'eine Box ohne Ante erhielt Karten: Ihre Hand ist ungültig',
  'the wager counts up to the maximum only': 'der Einsatz zählt nur bis zum Höchstmaß',
  'the supervisor has decided': 'die Aufsicht hat entschieden',
  'the wager is under the minimum: taken once, the next goes back':
    'der Einsatz liegt unter dem Mindestmaß: einmal gilt er, der nächste geht zurück',
  'the hand is void and its wagers go back': 'die Hand ist ungültig, ihre Einsätze gehen zurück',
  'the wagers of this player are void': 'die Einsätze dieses Spielers sind ungültig',
  'other cards were turned over than were dealt: an exchange':
    'aufgedeckt wurden andere Karten als gegeben: ein Tausch',

  // Was der Dealer jetzt tut
  'Leave the ante; tell the player that another one may be declared void.':
    'Das Ante liegen lassen; dem Spieler sagen, dass ein weiteres ungültig werden kann.',
  'Give the last call back to that player, then award the pot.':
    'Diesem Spieler zurückgeben, womit er zuletzt mitging; dann den Pot zusprechen.',
  'Tell the players; the supervisor decides about the check.':
    'Den Spielern sagen; über das Schieben entscheidet die Aufsicht.',
  'Take the call into the pot and give back what is above it.':
    'Das Mitgehen in den Pot nehmen, was darüber ist, zurückgeben.',
  'Let it lie; pay or collect no more than the maximum.':
    'Liegen lassen; nicht mehr als das Höchstmaß zahlen oder einziehen.',
  'Ask the player to make up the call or fold; a fold gets the chips back.':
    'Den Spieler bitten zu ergänzen oder zu passen; wer passt, erhält die Chips zurück.',
  'Settle it this once; tell the player that the next one goes back.':
    'Dieses Mal abrechnen; dem Spieler sagen, dass der nächste zurückgeht.',
  'Give this player every wager of the round back.':
    'Diesem Spieler jeden Einsatz der Runde zurückgeben.',
  'Burn cards until as many are burnt as players are active, then deal on.':
    'Karten verbrennen, bis es so viele sind wie Spieler in der Hand; dann weitergeben.',
  'Turn the card over and deal on; the third one ends the round.':
    'Die Karte umdrehen und weitergeben; die dritte beendet die Runde.',
  'Collect the cards, shuffle and cut again.': 'Karten einsammeln, neu mischen und abheben.',
  'Leave this card face up and deal your fifth card face down.':
    'Diese Karte offen lassen, die eigene fünfte verdeckt geben.',
  'Call the supervisor: the players are offered a way to go on.':
    'Die Aufsicht rufen: Den Spielern wird angeboten, wie es weitergehen kann.',
  'Use the card when its turn comes.': 'Die Karte verwenden, wenn sie dran ist.',
  'Call the supervisor; take no further card from the shoe.':
    'Die Aufsicht rufen; keine weitere Karte aus dem Schuh nehmen.',
  'Take both decks out and check them; every wager goes back.':
    'Beide Decks herausnehmen und prüfen; jeder Einsatz geht zurück.',
  'Leave the cards where they are; the hand is void and its wagers go back.':
    'Die Karten liegen lassen; die Hand ist ungültig, ihre Einsätze gehen zurück.',
  'Put the card with the discards, face down.': 'Die Karte verdeckt in die Ablage legen.',
  'Leave the hand open; the player who was called shows now.':
    'Die Hand offen lassen; jetzt zeigt, bei wem mitgegangen wurde.',
  'Announce no hand: pay the antes, give the bets back.':
    'Keine Hand ansagen: Antes zahlen, Einsätze zurückgeben.',
  'Stop dealing and call the supervisor.': 'Nicht weitergeben, die Aufsicht rufen.',
  'Leave the cards in the discards: they take no further part.':
    'Die Karten in der Ablage lassen: Sie spielen nicht mehr mit.',
  'Do not look at the cards: move them to their places, the extra card to the shoe.':
    'Karten nicht ansehen: an ihre Plätze legen, die überzählige zurück zum Schuh.',
  'Put the hand together again from the rack before you go on.':
    'Die Hand aus der Ablage wieder zusammenlegen, bevor es weitergeht.',
  'Deal on; this hand is void and its wagers go back.':
    'Weitergeben; diese Hand ist ungültig, ihre Einsätze gehen zurück.',
  'Deal on; the hand without an ante is void, a jackpot wager goes back.':
    'Weitergeben; die Hand ohne Ante ist ungültig, ein Jackpot-Einsatz geht zurück.',
  'Go back to the player whose turn it is; the chips stay in front meanwhile.':
    'Zurück zum Spieler, der dran ist; die Chips bleiben solange davor liegen.',
  'Shuffle the card into the rest of the cards, then finish the betting.':
    'Die Karte unter die übrigen mischen, dann die Setzrunde beenden.',
  'Fold this hand; what it has bet stays in the pot.':
    'Diese Hand passt; was sie gesetzt hat, bleibt im Pot.',
  "Collect this player's cards and ante; the player takes no part in this round.":
    'Karten und Ante dieses Spielers einziehen; er nimmt an dieser Runde nicht teil.',
  'Take the hand as folded and go back to the player whose turn it is.':
    'Die Hand gilt als gepasst; zurück zum Spieler, der dran ist.',
  'Take this hand in; what it has bet stays in the pot.':
    'Diese Hand einziehen; was sie gesetzt hat, bleibt im Pot.',
  'Give every wager back; replace the shoe or its cards before the next round.':
    'Jeden Einsatz zurückgeben; vor der nächsten Runde Schuh oder Karten ersetzen.',
  'Do as the supervisor has decided.': 'Tun, was die Aufsicht entschieden hat.',
  'Nobody looks at the cards: move them to their places.':
    'Niemand sieht die Karten an: an ihre Plätze legen.',
  'Go back to the hand farthest to the right that is not settled.':
    'Zurück zur Hand ganz rechts, die nicht abgerechnet ist.',
  'Leave the card and deal the one that was passed over.':
    'Die Karte liegen lassen und die übergangene geben.',
  'Leave the card; deal the other replacements in their order.':
    'Die Karte liegen lassen; die anderen Tauschkarten der Reihe nach geben.',
  'Go back to the player whose turn it is; then this player may call or fold, not raise.':
    'Zurück zum Spieler, der dran ist; danach darf dieser mitgehen oder passen, nicht erhöhen.',
  'Go back to the player whose turn it is; then this player may call, not raise; if all before fold, the bet stands.':
    'Zurück zum Spieler, der dran ist; danach darf dieser mitgehen, nicht erhöhen; passen alle davor, gilt der Einsatz.',
  'Go back to the player whose turn it is; unless someone bets more, the bet stands.':
    'Zurück zum Spieler, der dran ist; setzt niemand mehr, gilt der Einsatz.',
  "In a player's hand it is a misdeal; in an empty box nobody looks at it, and it goes where it was due.":
    'In der Hand eines Spielers wird neu gegeben; in einer leeren Box sieht sie niemand an, und sie geht dorthin, wohin sie sollte.',
  'Deal on; give this player the first burn card, discard the exposed one, and burn none before the flop.':
    'Weitergeben; dieser Spieler erhält die erste Karte zum Verbrennen, die aufgedeckte wird abgelegt, vor dem Flop wird keine verbrannt.',
  'Deal on; a second exposed card makes a misdeal.':
    'Weitergeben; nach einer zweiten aufgedeckten Karte wird neu gegeben.',
  'Deal on: in the draw this is no misdeal.':
    'Weitergeben: Beim Tauschen wird deshalb nicht neu gegeben.',
  'The first of the two cards: deal on, the second face down. Both: it is a misdeal.':
    'Die erste der beiden Karten: weitergeben, die zweite verdeckt. Beide: neu geben.',
  'Show the folded card to the whole table.': 'Die gepasste Karte dem ganzen Tisch zeigen.',
  'The player whose turn it is takes this card.': 'Der Spieler, der dran ist, nimmt diese Karte.',
  'This hand is void; what it has bet stays in the pot.':
    'Diese Hand ist ungültig; was sie gesetzt hat, bleibt im Pot.',
  'This hand is folded; call the supervisor: cards were exchanged.':
    'Diese Hand passt; die Aufsicht rufen: Karten wurden getauscht.',
  'Stop; every wager goes back.': 'Anhalten; jeder Einsatz geht zurück.',
  'Five communal cards lie there: put this one back.':
    'Fünf Karten liegen schon in der Mitte: diese zurücklegen.',
  'Give every chip back, shuffle and cut again; the puck stays and the same player receives the first card.':
    'Alle Chips zurückgeben, neu mischen und abheben; der Puck bleibt, derselbe Spieler erhält die erste Karte.',
  'Give every chip back, shuffle and cut again; the button stays and the first player after it receives the first card.':
    'Alle Chips zurückgeben, neu mischen und abheben; der Button bleibt, der erste Spieler danach erhält die erste Karte.',
  'Give every wager back, collect the cards, shuffle and deal again.':
    'Jeden Einsatz zurückgeben, Karten einsammeln, mischen und neu geben.',
  'Give every wager back and collect the cards; the marker stays.':
    'Jeden Einsatz zurückgeben und die Karten einsammeln; der Button bleibt.',

  // Entscheidungen und Befehle
  'the player has been told what a repetition leads to':
    'dem Spieler wurde gesagt, wohin eine Wiederholung führt',
  'notice has been given that the table closes': 'angekündigt wurde, dass der Tisch schließt',
  'the decision is disputed; a review may be requested':
    'die Entscheidung ist strittig; eine Überprüfung kann verlangt werden',
  'the player is excluded from further play': 'der Spieler ist vom weiteren Spiel ausgeschlossen',
  'what one player was told has been told to all': 'was ein Spieler erfuhr, wurde allen gesagt',
  'the players were offered a way to go on, and agree':
    'den Spielern wurde ein Weg angeboten, und sie sind einverstanden',
  'the player leaves the game, with every chip': 'der Spieler verlässt das Spiel, mit allen Chips',
  "the player's seat is forfeited": 'der Platz des Spielers ist verfallen',
  'the player has been warned': 'der Spieler wurde verwarnt',
  'opened a face-down hand': 'eine verdeckte Hand geöffnet',
  'confirmed the payment of a prize': 'die Auszahlung eines Preises bestätigt',
  'corrected the meter': 'den Zähler korrigiert',
  'freed what was held back from the meter': 'Zurückgehaltenes für den Zähler freigegeben',
  'changed a parameter of the jackpot': 'einen Betrag des Jackpots geändert',
  'changed the mode of play': 'die Spielart geändert',
  'opened a gaming day': 'einen Spieltag geöffnet',
  'entered the count of a drop box': 'die Zählung eines Kastens eingetragen',
  'told the vault what to believe': 'angeordnet, was von den Büchern gilt',
  'put a new configuration in force': 'eine neue Konfiguration in Kraft gesetzt',
  'set a new PIN': 'eine neue PIN gesetzt',
  'gave a person a PIN, or took it away': 'einer Person eine PIN gegeben oder entzogen',
  'began to enrol a deck': 'begonnen, ein Deck einzulesen',
  'took back the last card enrolled': 'die letzte eingelesene Karte zurückgenommen',
  'kept the enrolled deck': 'das eingelesene Deck übernommen',
  'began to check the deck': 'begonnen, das Deck zu prüfen',
  'began to replace a card': 'begonnen, eine Karte zu ersetzen',
  'began to replace a card of the second deck':
    'begonnen, eine Karte des zweiten Decks zu ersetzen',
  'accepted a replaced card': 'eine ersetzte Karte übernommen',
  'ended the work on the deck': 'die Arbeit am Deck beendet',
  'started or ended a trial of the devices': 'eine Probe begonnen oder beendet',
  'restarted the board': 'das Board neu gestartet',
  'sent the board into maintenance': 'das Board in die Wartung geschickt',
  'sent the board into maintenance in the middle of a round':
    'das Board mitten in einer Runde in die Wartung geschickt'
};
