// Deutsch: warum etwas nicht geht, was gestört ist und was zu tun ist, was das Haus festlegt.
// Die Sätze stehen in host_tools/wording und in den Festlegungen der Spiele.

export default {
  // Warum etwas nicht angenommen wird: Setzen
  'that is above the betting limit': 'das ist über der Einsatzgrenze',
  'that is less than the call; call, raise or fold':
    'das ist weniger als zum Mitgehen nötig; mitgehen, erhöhen oder passen',
  'that is below the minimum bet': 'das ist unter dem Mindesteinsatz',
  'this table follows the cards only; bets are not keyed in':
    'dieser Tisch verfolgt nur die Karten; Einsätze werden nicht eingegeben',
  'this player may only call or fold now': 'dieser Spieler darf jetzt nur mitgehen oder passen',
  'the first betting round is over: no misdeal any more':
    'die erste Setzrunde ist vorbei: neu gegeben wird nicht mehr',
  'only the opening player of Blind A may call and fold':
    'nur wer bei Blind A eröffnet, darf mitgehen und passen',
  'the amount is missing': 'der Betrag fehlt',
  'there is no betting now': 'jetzt wird nicht gesetzt',
  'a hand has too few or too many cards: the deal is completed or set right before anybody bets, or a misdeal declared':
    'eine Hand hat zu wenige oder zu viele Karten: Erst wird das Geben beendet oder gerichtet oder neu gegeben, dann gesetzt',
  'the player has looked at the card: it stays': 'der Spieler hat die Karte angesehen: Sie bleibt',
  'this player may not check': 'dieser Spieler darf nicht schieben',
  'this player may not raise any more in this betting round':
    'dieser Spieler darf in dieser Setzrunde nicht mehr erhöhen',
  'this player is not in the hand': 'dieser Spieler ist nicht in der Hand',
  "it is not this player's turn": 'dieser Spieler ist nicht dran',
  "it is another player's turn": 'ein anderer Spieler ist dran',
  'that adds nothing to what the player has bet': 'das fügt dem Einsatz nichts hinzu',
  'there is nothing to call': 'es gibt nichts zum Mitgehen',
  'the opening player may not fold here': 'wer eröffnet, darf hier nicht passen',
  'the opening player of Blind C raises or folds': 'wer bei Blind C eröffnet, erhöht oder passt',
  'a player who has tapped out stays in and bets no more':
    'wer alles gesetzt hat, bleibt in der Hand und setzt nicht mehr',
  // Der verbundene Jackpot
  'the linked jackpot has no escrow here for bonus prizes: it comes with the next lease':
    'für Bonusgewinne ist hier nichts aus dem verbundenen Jackpot hinterlegt: Es kommt mit der nächsten Freigabe',
  'the linked jackpot cannot be played now: there is no lease from its room':
    'der verbundene Jackpot kann jetzt nicht gespielt werden: Sein Raum hat nichts freigegeben',
  "another room has taken over, or this is not the room of this table's link":
    'ein anderer Raum hat übernommen, oder dies ist nicht der Raum, mit dem dieser Tisch verbunden ist',
  "this lease is too old, or the table's clock and the room's differ too much":
    'diese Freigabe ist zu alt, oder die Uhren von Tisch und Raum gehen zu weit auseinander',
  'the linked jackpot has no lease from its room: jackpot wagers are refused':
    'der verbundene Jackpot hat keine Freigabe seines Raums: Jackpot-Einsätze werden abgewiesen',
  'The base game goes on; rounds that have begun are settled. Look whether the host, the network and the room run, and whether this table is linked: cardtable room jackpot show.':
    'Das Grundspiel geht weiter; begonnene Runden werden abgerechnet. Nachsehen, ob Rechner, Netz und Raum laufen und ob dieser Tisch verbunden ist: cardtable room jackpot show.',
  // Karten
  'a player has acted: the deal is not set right any more':
    'ein Spieler hat gehandelt: Das Geben wird nicht mehr gerichtet',
  'that card does not lie there': 'diese Karte liegt dort nicht',
  'that card lies on the table already': 'diese Karte liegt schon auf dem Tisch',
  'deal the card first, then tell that it was seen':
    'erst die Karte geben, dann sagen, dass sie gesehen wurde',
  'no card of this game goes there': 'in diesem Spiel kommt dorthin keine Karte',
  'no card is due': 'keine Karte ist fällig',
  'there is no card to be seen there': 'dort ist keine Karte zu sehen',
  'there are no hole cards there': 'dort liegen keine verdeckten Karten',
  'there is no such card': 'diese Karte gibt es nicht',
  'the deck in use does not have that card': 'das Deck im Spiel hat diese Karte nicht',
  'no card has been dealt': 'noch keine Karte ist gegeben',
  'the document has no such rule; name one that it has, such as 19.3 or C3.2':
    'das Regelwerk hat diese Regel nicht; eine nennen, die es hat, etwa 19.3 oder C3.2',
  'the deal is in order: nothing to set right': 'das Geben ist in Ordnung: nichts zu richten',
  'the deal is not over yet': 'das Geben ist noch nicht zu Ende',
  'the deal is over': 'das Geben ist zu Ende',
  'the next card goes elsewhere': 'die nächste Karte gehört woandershin',
  'the shoe has enough cards for this draw': 'der Schuh hat genug Karten für diesen Tausch',
  'no cards are replaced now': 'jetzt werden keine Karten getauscht',
  'there are no discards that may be shuffled': 'keine Ablage, die gemischt werden darf',
  'the player before has not received the replacement cards yet':
    'der Spieler davor hat seine Tauschkarten noch nicht',
  'it is not time to show hands yet': 'Hände werden noch nicht gezeigt',
  'this player has no hand to show': 'dieser Spieler hat keine Hand zu zeigen',
  'the player who was called has to show': 'zeigen muss, bei wem mitgegangen wurde',
  // Zwischen den Runden
  'that is above the maximum buy-in': 'das ist über dem höchsten Einkauf',
  'this player is away from the table': 'dieser Spieler ist nicht am Tisch',
  'that is below the table stake': 'das ist unter dem Mindestbetrag des Tisches',
  'the blinds have not passed this seat yet': 'die Blinds sind an diesem Platz noch nicht vorbei',
  'this box was left a short while ago with more: who comes back brings at least that; somebody else is keyed as a newcomer first':
    'diese Box wurde vor Kurzem mit mehr verlassen: Wer zurückkommt, bringt mindestens so viel; jemand anders wird zuerst als neu eingegeben',
  'nobody left this box a short while ago with more than a player brings':
    'niemand hat diese Box vor Kurzem mit mehr verlassen, als ein Spieler mitbringt',
  'a declared player adds nothing to the table stake':
    'wer unter dem Mindestbetrag weiterspielt, kauft nichts nach',
  'this player has posted already': 'dieser Spieler hat schon gesetzt',
  'this game has antes, no blinds': 'dieses Spiel hat Antes, keine Blinds',
  'no chips are added in a tournament': 'in einem Turnier kommen keine Chips dazu',
  'nobody joins a tournament in progress': 'in ein laufendes Turnier steigt niemand ein',
  "that is for a tournament's director, and this is no tournament":
    'das tut die Turnierleitung, und dies ist kein Turnier',
  'over-blinds are not allowed at this table': 'Über-Blinds sind an diesem Tisch nicht erlaubt',
  'no chips are added in a freeze-out': 'in einem Freeze-out kommen keine Chips dazu',
  'nobody joins a freeze-out in progress': 'in ein laufendes Freeze-out steigt niemand ein',
  'a player with chips stays in a freeze-out': 'wer Chips hat, bleibt im Freeze-out',
  'nobody sits there': 'dort sitzt niemand',
  'more than the over-blind that is determined, or than twice the last blind where none is':
    'mehr als der festgelegte Über-Blind, oder als das Doppelte des letzten Blinds, wo keiner festgelegt ist',
  'an over-blind is more than the last blind': 'ein Über-Blind ist mehr als der letzte Blind',
  'this player is at the table': 'dieser Spieler ist am Tisch',
  'only a player below the table stake becomes a declared player':
    'nur wer unter dem Mindestbetrag ist, kann so weiterspielen',
  'this player is not in the round': 'dieser Spieler ist nicht in der Runde',
  'nobody enters the game on this seat in this round':
    'auf diesem Platz steigt in dieser Runde niemand ein',
  'that is not the amount of the blinds due': 'das ist nicht der Betrag der fälligen Blinds',
  'no chips were bought': 'keine Chips wurden gekauft',
  'the round has begun; that is for between rounds':
    'die Runde hat begonnen; das geht zwischen den Runden',
  'seats are assigned in a tournament': 'in einem Turnier werden Plätze zugeteilt',
  'that seat is taken': 'dieser Platz ist besetzt',
  'there are too few players for this game': 'für dieses Spiel sind es zu wenige Spieler',
  'that needs the agreement of all players': 'dazu müssen alle Spieler einverstanden sein',
  'the players have not been given notice': 'den Spielern wurde es nicht angekündigt',
  'these rules know no reserved places; players choose, or draw cards':
    'diese Regeln kennen keine reservierten Plätze; Spieler wählen oder ziehen Karten',
  'the time of the notice is not over yet': 'die Frist der Ankündigung läuft noch',
  'the round is not over': 'die Runde ist nicht zu Ende',
  'that seat is reserved until the game commences': 'der Platz ist bis zum Spielbeginn reserviert',
  // Festlegungen, die nicht zusammenpassen
  'in this game the ace always counts low, too': 'in diesem Spiel zählt das Ass immer auch niedrig',
  'blinds or antes, not both': 'Blinds oder Antes, nicht beides',
  'the ante is the minimum wager': 'das Ante ist der Mindesteinsatz',
  'each blind is at least as large as the one before':
    'jeder Blind ist mindestens so groß wie der davor',
  'this game knows one kind of blind: call, raise or fold':
    'dieses Spiel kennt eine Art Blind: mitgehen, erhöhen oder passen',
  'this game is dealt from a shoe': 'dieses Spiel wird aus einem Schuh gegeben',
  'this game is not played with that deck': 'dieses Spiel wird nicht mit diesem Deck gespielt',
  'the deck does not have enough cards for so many players':
    'das Deck hat für so viele Spieler nicht genug Karten',
  'each player buys in for the same amount in a freeze-out':
    'im Freeze-out kauft sich jeder mit demselben Betrag ein',
  "folded hands are nobody's to see: releasing them needs an approval, whose reference goes into reveal_approval":
    'gepasste Hände gehen niemanden etwas an: Sie freizugeben braucht eine Genehmigung, deren Zeichen in reveal_approval steht',
  'a freeze-out is played with the full deck': 'ein Freeze-out wird mit dem ganzen Deck gespielt',
  'this program does not play that game': 'dieses Programm spielt dieses Spiel nicht',
  'in this game half the pot is the limit': 'in diesem Spiel ist der halbe Pot die Grenze',
  'in this game the high hand wins': 'in diesem Spiel gewinnt die hohe Hand',
  'the minimum is above the maximum': 'das Mindeste liegt über dem Höchsten',
  'there are more blinds than players': 'es gibt mehr Blinds als Spieler',
  'one, two or three blinds': 'ein, zwei oder drei Blinds',
  'there must be blinds or an ante': 'Blinds oder ein Ante muss es geben',
  'no limit means that there is no maximum bet': 'ohne Grenze gibt es keinen höchsten Einsatz',
  'one card is burnt, or none': 'eine Karte wird verbrannt oder keine',
  'a qualifier is for high/low games only': 'eine Mindesthand gibt es nur bei Hoch/Niedrig',
  'that scale of commission belongs to another game':
    'diese Staffel der Abgaben gehört zu einem anderen Spiel',
  'small and big bets are for fixed limits only':
    'kleine und große Einsätze gibt es nur bei festen Grenzen',
  'the small bet is above the big bet': 'der kleine Einsatz liegt über dem großen',
  'that rate is for table stakes of $100 or less': 'dieser Satz ist für Mindestbeträge bis $100',
  'the table stake is above the maximum buy-in':
    'der Mindestbetrag liegt über dem höchsten Einkauf',
  'this game needs three players': 'dieses Spiel braucht drei Spieler',
  'the reduced deck is for three to five players': 'das kleine Deck ist für drei bis fünf Spieler',
  'a game needs two players': 'ein Spiel braucht zwei Spieler',
  'this game does not know that determination': 'dieses Spiel kennt diese Festlegung nicht',
  'there is no such game': 'dieses Spiel gibt es nicht',
  // Jackpot und Bücher
  'this gaming day has been opened already': 'dieser Spieltag wurde schon geöffnet',
  'the jackpot is locked: wagers are held, or a prize is pending and the operator locks then':
    'der Jackpot ist gesperrt: Einsätze werden zurückgehalten, oder ein Preis steht aus und das Haus sperrt dann',
  'a name and an amount are needed': 'ein Name und ein Betrag sind nötig',
  'a name and a reason are needed': 'ein Name und ein Grund sind nötig',
  'no such prize is waiting for payment': 'ein solcher Preis steht nicht aus',
  'there is not enough in that pool': 'in diesem Topf ist nicht genug',
  'that is only for live play, not for tests or tournaments':
    'das gilt nur für echtes Spiel, nicht für Proben oder Turniere',
  'amounts are whole cents': 'Beträge sind ganze Cents',
  'nothing is held back': 'nichts ist zurückgehalten',
  "that is above the meter's ceiling": 'das ist über der Obergrenze des Zählers',
  'a prize is waiting for payment': 'ein Preis steht aus',
  'this gaming day is not known': 'dieser Spieltag ist nicht bekannt',
  'there is no such mode': 'diese Spielart gibt es nicht',
  'the meter has no such parameter': 'der Zähler hat keinen solchen Betrag',
  'the ceiling would be under the start-up amount': 'die Obergrenze läge unter dem Startbetrag',
  'there is no round to look at': 'es gibt keine Runde zu betrachten',
  'no round is open': 'keine Runde ist offen',
  'the round it was meant for is over': 'die Runde, für die es gedacht war, ist vorbei',
  'the round is over': 'die Runde ist zu Ende',
  'a share is at most the whole': 'ein Anteil ist höchstens das Ganze',
  'too much waits for the cards that are on their way: do it again':
    'zu viel wartet auf Karten, die unterwegs sind: noch einmal',
  'there is no such source for bonus prizes': 'diese Quelle für Bonuspreise gibt es nicht',
  // Rollen, Befehle, Dateien
  'no keys are installed on this board yet': 'auf diesem Board sind noch keine Schlüssel',
  "the PIN or the table's key is wrong": 'PIN oder Schlüssel des Tisches sind falsch',
  'there were wrong keys: the board waits before it looks at another':
    'es gab falsche Schlüssel: Das Board wartet, bevor es den nächsten ansieht',
  'this command was sent before': 'dieser Befehl wurde schon gesendet',
  'another role has to order this': 'das muss eine andere Rolle anordnen',
  'the board does not know such a command': 'einen solchen Befehl kennt das Board nicht',
  'the board could not start with this configuration; the one in force stays':
    'mit dieser Konfiguration könnte das Board nicht starten; die bisherige gilt weiter',
  'a card that lies face down is named by its seal, never by its face':
    'eine verdeckte Karte wird mit ihrem Siegel genannt, nie mit ihrem Bild',
  'nothing has been keyed in this round that could be taken back':
    'in dieser Runde wurde nichts eingegeben, was zurückgenommen werden könnte',
  'no entry of this round that stands begins there':
    'dort beginnt keine gültige Eingabe dieser Runde',
  'a card or an action has come since: a supervisor may take it back':
    'seither kam eine Karte oder eine Aktion: Die Aufsicht darf es zurücknehmen',
  'a card has been shown since: what was seen cannot be taken back':
    'seither wurde eine Karte gezeigt: Was gesehen ist, lässt sich nicht zurücknehmen',
  'cards are in the discards: they take no further part in the round':
    'Karten sind in der Ablage: Sie spielen in dieser Runde nicht mehr mit',
  'chips have been carried away from the table since': 'seither wurden Chips vom Tisch getragen',
  'without this entry the cards dealt since would lie wrong':
    'ohne diese Eingabe lägen die seither gegebenen Karten falsch',
  'this is nothing that can happen at a table': 'so etwas kann an einem Tisch nicht geschehen',
  'the board does not answer this': 'darauf antwortet das Board nicht',
  'a round is in play; wait for its end': 'eine Runde läuft; bitte das Ende abwarten',
  'the board is about to start again': 'das Board startet gleich neu',
  'play has stopped: nothing can be recorded': 'das Spiel steht: Nichts kann vermerkt werden',
  'play has not stopped: there is nothing to restore':
    'das Spiel steht nicht: Es gibt nichts wiederherzustellen',
  "the ledger's books have to be sent as a file": 'die Bücher werden als Datei gesendet',
  'the piece of the file was damaged on its way': 'das Stück der Datei wurde unterwegs beschädigt',
  'a piece of the file is missing': 'ein Stück der Datei fehlt',
  'the file is too large for the board': 'die Datei ist für das Board zu groß',
  'the file did not arrive whole': 'die Datei kam nicht vollständig an',
  'a key has 64 hex digits': 'ein Schlüssel hat 64 Hexziffern',
  'nobody of this name has a PIN in this role':
    'niemand dieses Namens hat in dieser Rolle eine PIN',
  "nobody could order anything without the last supervisor's PIN":
    'ohne die letzte PIN der Aufsicht könnte niemand mehr etwas anordnen',
  'a name has letters and digits, with single spaces, points and hyphens between':
    'ein Name hat Buchstaben und Ziffern, dazwischen einzelne Leerzeichen, Punkte und Bindestriche',
  "the table's key file is full": 'die Schlüsseldatei des Tisches ist voll',
  'this hand can still win; it may be opened once it is folded or settled':
    'diese Hand kann noch gewinnen; sie darf geöffnet werden, wenn sie gepasst hat oder abgerechnet ist',
  'faces wait on the board for their release, and could be read in maintenance':
    'auf dem Board warten Karten auf ihre Freigabe und wären in der Wartung lesbar',
  'no face-down cards were dealt to this seat': 'dieser Platz erhielt keine verdeckten Karten',
  'no table is configured on this board yet': 'auf diesem Board ist noch kein Tisch eingerichtet',
  'nothing of this kind is under way': 'so etwas ist nicht im Gang',
  'the deck is not complete yet': 'das Deck ist noch nicht vollständig',
  'the enrolled deck has no such card': 'das eingelesene Deck hat diese Karte nicht',
  'only a supervisor may do this: turn the key switch and press the key again':
    'das darf nur die Aufsicht: Schlüsselschalter drehen und die Taste noch einmal drücken',
  'the program failed over this command; nothing was done':
    'das Programm scheiterte an diesem Befehl; nichts wurde getan',
  'the program failed over this input; the round goes on as it was recorded':
    'das Programm scheiterte an dieser Eingabe; die Runde geht weiter, wie sie vermerkt ist',
  'too many wrong PINs': 'zu viele falsche PINs',
  'Wait {0} seconds.': 'Bitte {0} Sekunden warten.',
  'the board does not answer': 'das Board antwortet nicht',
  'Nothing was changed.': 'Nichts wurde geändert.',
  // Canberra-Poker
  'a marker at a box can only raise the maximum':
    'eine Marke an einer Box kann nur das Höchstmaß heben',
  'the table has not read five cards there: lay them over the reader again':
    'dort wurden keine fünf Karten gelesen: noch einmal auf den Leser legen',
  'that card has been seen already: each counts once':
    'diese Karte wurde schon gesehen: Jede zählt einmal',
  'the deal is over: this card goes to nobody':
    'das Geben ist zu Ende: Diese Karte gehört niemandem',
  'the wagers close with the first card, not before':
    'die Einsätze schließen mit der ersten Karte, nicht vorher',
  'cards of this hand are in the discard rack: put them back first':
    'Karten dieser Hand sind in der Ablage: erst zurücklegen',
  'this hand is void': 'diese Hand ist ungültig',
  "the dealer's last card lies face up anyway": 'die letzte Karte des Dealers liegt ohnehin offen',
  'these rules know no maximum for a single box':
    'diese Regeln kennen kein Höchstmaß für eine einzelne Box',
  'there are no jackpot wagers in a tournament': 'in einem Turnier gibt es keine Jackpot-Einsätze',
  'this game has no joker': 'dieses Spiel hat keinen Joker',
  'no multiple lies between minimum and maximum':
    'zwischen Mindest- und Höchstmaß liegt kein Vielfaches',
  'there is no automated shuffling shoe at this table': 'an diesem Tisch ist kein Mischschuh',
  'only tournaments by the rules of 2004 have a starting marker':
    'eine Startmarke haben nur Turniere nach den Regeln von 2004',
  'that card is not there': 'diese Karte ist nicht da',
  'wagers come in the multiples displayed at the table':
    'Einsätze sind Vielfache, wie sie am Tisch stehen',
  'this hand is settled: its cards may go to the rack':
    'diese Hand ist abgerechnet: Ihre Karten dürfen in die Ablage',
  'a card is only moved out of the discard rack, to its own hand':
    'eine Karte kommt nur aus der Ablage zurück, zu ihrer eigenen Hand',
  'an automated shuffling shoe deals packets of five': 'ein Mischschuh gibt Päckchen von fünf',
  'a seated player who can wager has not: in a tournament everybody wagers, or is marked absent by the director':
    'ein Spieler, der setzen kann, hat nicht gesetzt: Im Turnier setzen alle, oder die Leitung meldet sie abwesend',
  'more of the entry fees is kept than may be':
    'von den Startgeldern wird mehr behalten, als erlaubt ist',
  'this hand has been settled already': 'diese Hand ist schon abgerechnet',
  'the shares of pool and reserve must make 100 percent':
    'die Anteile von Topf und Reserve müssen 100 Prozent ergeben',
  'the next player has placed an ante: this one stands':
    'der nächste Spieler hat ein Ante gesetzt: Dieses bleibt',
  'the ante is under the table minimum': 'das Ante liegt unter dem Mindestmaß des Tisches',
  'Canberra Poker is settled by its wagers, so the table always follows them: leave `follow` out':
    'Canberra-Poker wird nach Einsätzen abgerechnet, also verfolgt der Tisch sie immer: `follow` weglassen',
  'this box has its ante already': 'diese Box hat ihr Ante schon',
  'the bet must be exactly twice the ante': 'der Einsatz muss genau das Doppelte des Antes sein',
  'this card has been dealt already in this round':
    'diese Karte wurde in dieser Runde schon gegeben',
  'the cards have been collected': 'die Karten sind eingesammelt',
  'the deal has begun: no more wagers': 'das Geben hat begonnen: keine Einsätze mehr',
  'the deal is not finished': 'das Geben ist nicht zu Ende',
  'this box has decided already': 'diese Box hat schon entschieden',
  'this hand has been declared already': 'diese Hand ist schon angesagt',
  'this hand has folded': 'diese Hand hat gepasst',
  'this hand has not been settled yet': 'diese Hand ist noch nicht abgerechnet',
  'not every hand has been settled yet': 'noch sind nicht alle Hände abgerechnet',
  'this box has its jackpot wager already': 'diese Box hat ihren Jackpot-Einsatz schon',
  'there is no ante on this box': 'auf dieser Box ist kein Ante',
  'there is no ante on the table': 'auf dem Tisch ist kein Ante',
  'there is no card to expose': 'es gibt keine Karte aufzudecken',
  'no cards have been dealt': 'noch keine Karten sind gegeben',
  'there are no cards to collect': 'es gibt keine Karten einzusammeln',
  'there is no jackpot at this table': 'an diesem Tisch gibt es keinen Jackpot',
  'this box has no jackpot wager': 'diese Box hat keinen Jackpot-Einsatz',
  'there is nothing to wager': 'es gibt nichts zu setzen',
  'nothing is staked in this round: there is nothing to give back':
    'in dieser Runde ist nichts gesetzt: nichts zurückzugeben',
  'there are not enough chips for that': 'so viele Chips sind nicht da',
  'this game has no such action': 'dieses Spiel kennt diese Aktion nicht',
  'this box is not in the round': 'diese Box ist nicht in der Runde',
  'this hand is not to be shown now': 'diese Hand wird jetzt nicht gezeigt',
  'that can only happen during the deal': 'das geht nur während des Gebens',
  'not every player has decided': 'noch haben nicht alle entschieden',
  'the deck has no cards for another box': 'das Deck hat keine Karten für eine weitere Box',
  'a second wager under the minimum goes back':
    'ein zweiter Einsatz unter dem Mindestmaß geht zurück',

  // Störungen und was zu tun ist
  'the reader does not answer': 'der Leser antwortet nicht',
  'Check its plug and its supply; the table plays on without it.':
    'Stecker und Versorgung prüfen; der Tisch spielt ohne ihn weiter.',
  '{0} (And {1} more.)': '{0} (Und {1} weitere.)',
  'something answers that is no PN532': 'es antwortet etwas, das kein PN532 ist',
  'Fit a PN532 reader there.': 'Dort einen PN532-Leser einbauen.',
  'keypad or chip sensors do not answer': 'Tasten oder Chip-Sensoren antworten nicht',
  "Check the cable of the dealer's panel; use the console meanwhile.":
    'Das Kabel des Dealer-Pults prüfen; solange die Konsole benutzen.',
  'a card that is not of this deck': 'eine Karte, die nicht zu diesem Deck gehört',
  'Take it out and check the deck.': 'Herausnehmen und das Deck prüfen.',
  'a card that lies on the table came out of the shoe again':
    'eine Karte, die auf dem Tisch liegt, kam noch einmal aus dem Schuh',
  'Call the supervisor: two cards have one identity.':
    'Die Aufsicht rufen: Zwei Karten haben dieselbe Kennung.',
  'the reader cannot read cleanly': 'der Leser liest nicht sauber',
  'Keep metal and telephones away; if it stays, check the antenna and its neighbours.':
    'Metall und Telefone fernhalten; bleibt es, Antenne und Nachbarn prüfen.',
  'more cards than a hand lie over one reader': 'auf einem Leser liegen mehr Karten als eine Hand',
  'Take the cards apart that do not belong there.': 'Wegnehmen, was dort nicht hingehört.',
  'a card was dealt there by the order of the shoe, but its reader has not seen it':
    'nach der Folge des Schuhs liegt dort eine Karte, doch ihr Leser hat sie nicht gesehen',
  'Fan the cards out a little; if it stays, look whether the card lies there.':
    'Die Karten etwas auffächern; bleibt es, nachsehen, ob die Karte dort liegt.',
  'a card lies there that belongs elsewhere': 'dort liegt eine Karte, die woandershin gehört',
  'Put it where it was dealt to, or call the supervisor.':
    'Dorthin legen, wohin sie gegeben wurde, oder die Aufsicht rufen.',
  'a card lies there that the shoe did not see leaving':
    'dort liegt eine Karte, die der Schuh nicht hat gehen sehen',
  'Draw the cards a little slower; the box has named it.':
    'Etwas langsamer ziehen; die Box hat sie erkannt.',
  'a chip lies on the jackpot sensor, and no jackpot wager was taken for it':
    'auf dem Jackpot-Sensor liegt ein Chip, für den kein Einsatz angenommen wurde',
  'Give the chip back, or call the supervisor: this round is played without that wager.':
    'Den Chip zurückgeben oder die Aufsicht rufen: Diese Runde läuft ohne diesen Einsatz.',
  'a jackpot wager was taken, and no chip lies on its sensor':
    'ein Jackpot-Einsatz ist angenommen, auf seinem Sensor liegt kein Chip',
  'Put the chip back on its sensor; if there is none, call the supervisor.':
    'Den Chip auf den Sensor zurücklegen; gibt es keinen, die Aufsicht rufen.',
  'part of a hand went to the discard rack and the rest is not to be seen':
    'ein Teil einer Hand ging in die Ablage, der Rest ist nicht zu sehen',
  'Key the fold if it was one; else put the hand together again.':
    'Passen eingeben, wenn es das war; sonst die Hand wieder zusammenlegen.',
  'a hand went to the discard rack that may not be folded or collected now':
    'eine Hand ging in die Ablage, die jetzt weder passen noch eingesammelt werden darf',
  'Call the supervisor.': 'Die Aufsicht rufen.',
  'a card of the deck that is not in use': 'eine Karte des Decks, das nicht im Spiel ist',
  'Call the supervisor: only one deck may be in a round.':
    'Die Aufsicht rufen: Nur ein Deck darf in einer Runde sein.',
  'this board and its memory chip hold no books': 'Board und Speicherchip enthalten keine Bücher',
  'A new table: the supervisor opens its books. Any other: restore them from the ledger.':
    'Neuer Tisch: Die Aufsicht eröffnet die Bücher. Sonst: aus dem Rechner wiederherstellen.',
  'no copy of the books can be read': 'keine Kopie der Bücher ist lesbar',
  'Play has stopped. The supervisor restores the books from the ledger.':
    'Das Spiel steht. Die Aufsicht stellt die Bücher aus dem Rechner wieder her.',
  'the memory chip does not answer': 'der Speicherchip antwortet nicht',
  'Play has stopped. Check its plug and its supply, then restart; nothing is lost.':
    'Das Spiel steht. Stecker und Versorgung prüfen, dann neu starten; nichts ist verloren.',
  'the memory chip has stopped answering': 'der Speicherchip antwortet nicht mehr',
  'Play has stopped. Check its plug, then restart: the round goes on where it was.':
    'Das Spiel steht. Stecker prüfen, neu starten: Die Runde geht weiter, wo sie war.',
  "the memory chip is smaller than the board's definition says":
    'der Speicherchip ist kleiner, als das Board beschrieben ist',
  "Nothing is written. Fit the chip that is named there, or put the right size in force (fram.size of the board's definition: cardtable config push), then restart.":
    'Nichts wird geschrieben. Den genannten Chip einbauen oder die richtige Größe in Kraft setzen (fram.size: cardtable config push), dann neu starten.',
  'so many rounds wait to be released that one more found no room':
    'so viele Runden warten auf Freigabe, dass für eine weitere kein Platz war',
  'The hands of that round are never released. Let rounds wait fewer minutes (reveal_minutes).':
    'Die Hände dieser Runde werden nie freigegeben. Runden kürzer warten lassen (reveal_minutes).',
  'what waited to be released cannot be read any more':
    'was auf Freigabe wartete, ist nicht mehr lesbar',
  'Those hands are never released; play is not touched. If it comes again, exchange the memory chip.':
    'Diese Hände werden nie freigegeben; das Spiel ist nicht berührt. Kommt es wieder, den Speicherchip tauschen.',
  'while the journal was full, refusals and faults that came again and again were counted, not kept':
    'solange das Journal voll war, wurden wiederholte Ablehnungen und Störungen gezählt, nicht aufbewahrt',
  'Look for what caused them, and keep a host connected.':
    'Nach der Ursache sehen und einen Rechner angeschlossen lassen.',
  'the memory chip keeps nothing that is written': 'der Speicherchip behält nichts',
  'Set its write-protect pin to ground, then restart.':
    'Seinen Schreibschutz-Pin auf Masse legen, dann neu starten.',
  "the memory chip is empty, the board's files are not":
    'der Speicherchip ist leer, die Dateien des Boards nicht',
  'A new chip: the supervisor orders the files to be believed. Else fit the old chip.':
    'Neuer Chip: Die Aufsicht ordnet an, dass die Dateien gelten. Sonst den alten einbauen.',
  'the memory chip cannot be read': 'der Speicherchip ist nicht lesbar',
  'The supervisor orders the files to be believed, or restores from the ledger.':
    'Die Aufsicht ordnet an, dass die Dateien gelten, oder stellt aus dem Rechner wieder her.',
  'the memory chip belongs to another table': 'der Speicherchip gehört zu einem anderen Tisch',
  "Fit this table's own chip. If it is gone, the supervisor orders the files to be believed.":
    'Den eigenen Chip des Tisches einbauen. Ist er weg, ordnet die Aufsicht an, dass die Dateien gelten.',
  "the board's files are gone, the memory chip has the books":
    'die Dateien des Boards sind weg, der Speicherchip hat die Bücher',
  'A new or formatted board: the supervisor orders the chip to be believed.':
    'Neues oder formatiertes Board: Die Aufsicht ordnet an, dass der Chip gilt.',
  "the board's files belong to another table":
    'die Dateien des Boards gehören zu einem anderen Tisch',
  "Fit this table's own board, or the supervisor orders the chip to be believed.":
    'Das eigene Board des Tisches einbauen, oder die Aufsicht ordnet an, dass der Chip gilt.',
  'there is no room left for files': 'für Dateien ist kein Platz mehr',
  'The round can be ended. Let the host take the records, remove files that do not belong.':
    'Die Runde kann beendet werden. Den Rechner die Einträge holen lassen, Fremdes entfernen.',
  'files can no longer be written': 'Dateien können nicht mehr geschrieben werden',
  'The round can be ended. Replace the board; the memory chip goes over to the new one.':
    'Die Runde kann beendet werden. Das Board ersetzen; der Speicherchip zieht um.',
  'chip and files are of different times': 'Chip und Dateien sind aus verschiedenen Zeiten',
  'One of them was fitted from a shelf. The supervisor orders which one to believe.':
    'Eines davon kam aus dem Regal. Die Aufsicht ordnet an, welches gilt.',
  'copies of the books say different things': 'Kopien der Bücher sagen Verschiedenes',
  'The supervisor compares the meters shown with the ledger and orders which to believe.':
    'Die Aufsicht vergleicht die gezeigten Zähler mit dem Rechner und ordnet an, was gilt.',
  'records that were kept can no longer be read': 'aufbewahrte Einträge sind nicht mehr lesbar',
  'The supervisor compares with the ledger, then orders the files to be believed.':
    'Die Aufsicht vergleicht mit dem Rechner und ordnet an, dass die Dateien gelten.',
  'records that no host has taken can no longer be read':
    'Einträge, die kein Rechner geholt hat, sind nicht mehr lesbar',
  'The supervisor compares with the ledger, then orders the chip to be believed.':
    'Die Aufsicht vergleicht mit dem Rechner und ordnet an, dass der Chip gilt.',
  'the journal is full of records that no host has taken':
    'das Journal ist voll mit Einträgen, die kein Rechner geholt hat',
  'Connect the host and let it sync: play goes on by itself.':
    'Den Rechner anschließen und holen lassen: Das Spiel geht von selbst weiter.',
  'the books do not balance': 'die Bücher stimmen nicht',
  'Play has stopped. The supervisor compares with the ledger and restores from it.':
    'Das Spiel steht. Die Aufsicht vergleicht mit dem Rechner und stellt daraus wieder her.',
  'the books were written by a newer firmware': 'die Bücher schrieb eine neuere Firmware',
  'Install that firmware again; to go back, let the newer one prepare the books first.':
    'Diese Firmware wieder aufspielen; für den Weg zurück bereitet die neuere die Bücher vor.',
  "the supervisor's order was not understood": 'die Anordnung der Aufsicht wurde nicht verstanden',
  'Give the order again.': 'Noch einmal anordnen.',
  'the books of a new table cannot be opened: there are books, or what is left of them':
    'die Bücher eines neuen Tisches lassen sich nicht eröffnen: Es gibt schon Bücher oder Reste davon',
  'Order which copy to believe, or restore from the ledger.':
    'Anordnen, welche Kopie gilt, oder aus dem Rechner wiederherstellen.',
  'there is nothing on that device to be believed': 'dort ist nichts, was gelten könnte',
  'Order the other device, or restore from the ledger.':
    'Das andere Gerät anordnen oder aus dem Rechner wiederherstellen.',
  'a copy of the books was bad and has been repaired':
    'eine Kopie der Bücher war schlecht und ist wiederhergestellt',
  'Nothing to do.': 'Nichts zu tun.',
  'a copy of a record was bad and has been repaired':
    'eine Kopie eines Eintrags war schlecht und ist wiederhergestellt',
  'the end of a file was bad and has been repaired':
    'das Ende einer Datei war schlecht und ist wiederhergestellt',
  'old files could not be read and were dropped; the host has their records':
    'alte Dateien waren unlesbar und sind weg; der Rechner hat ihre Einträge',
  'If it comes again, replace the board.': 'Kommt es wieder, das Board ersetzen.',
  'the interrupted round could not be taken up again':
    'die unterbrochene Runde konnte nicht fortgesetzt werden',
  'this board has no memory chip: for demonstration only':
    'dieses Board hat keinen Speicherchip: nur zur Vorführung',
  'A power cut loses up to a second of records. Fit a FRAM for real play.':
    'Ein Stromausfall kostet bis zu eine Sekunde Einträge. Für echtes Spiel ein FRAM einbauen.',
  'more jackpot wagers in one round than there can be':
    'mehr Jackpot-Einsätze in einer Runde, als es geben kann',
  'They are held. The supervisor counts, and says how much belongs to the prize pool.':
    'Sie werden zurückgehalten. Die Aufsicht zählt und sagt, wie viel in den Topf gehört.',
  'a part of the program failed and was started again':
    'ein Teil des Programms scheiterte und wurde neu gestartet',
  'Report it.': 'Bitte melden.',
  'a part of the program hangs': 'ein Teil des Programms hängt',
  'Wait ten seconds: the board starts again by itself and goes on with the round.':
    'Zehn Sekunden warten: Das Board startet von selbst neu und setzt die Runde fort.',
  'a part of the program failed again and again': 'ein Teil des Programms scheiterte immer wieder',
  'The board starts again by itself; report it with a bundle from the doctor.':
    'Das Board startet von selbst neu; mit einem Paket der Untersuchung melden.',
  'the program failed over a command': 'das Programm scheiterte an einem Befehl',
  'The table plays on; report it with the command and a bundle from the doctor.':
    'Der Tisch spielt weiter; mit dem Befehl und einem Paket der Untersuchung melden.',
  'the program failed over an input': 'das Programm scheiterte an einer Eingabe',
  'The round goes on as it was recorded; report it with the records of this round.':
    'Die Runde geht weiter, wie sie vermerkt ist; mit ihren Einträgen melden.',
  'more comes over the cable than a host says, or nothing but rubbish':
    'über das Kabel kommt mehr, als ein Rechner sagt, oder nur Unsinn',
  'Play goes on, the rest is held up. Look who is at the other end of the cable; pull it if nobody should be there.':
    'Das Spiel geht weiter, der Rest wartet. Nachsehen, wer am anderen Ende ist; gehört niemand dorthin, ausstecken.',
  'the table did not stay up with a new configuration: the one before is in force again':
    'mit einer neuen Konfiguration lief der Tisch nicht: Die vorige gilt wieder',
  'Check it on the desk (cardtable config check), then push it again.':
    'Am Schreibtisch prüfen (cardtable config check), dann noch einmal senden.',
  'a file of the firmware is not as released': 'eine Datei der Firmware ist nicht wie ausgeliefert',
  'Nothing is played, the books are untouched. Put the release there again: cardtable flash.':
    'Nichts wird gespielt, die Bücher sind unberührt. Die Ausgabe neu aufspielen: cardtable flash.',
  'a file of the firmware is missing': 'eine Datei der Firmware fehlt',
  'a program lies on the board that belongs to no release':
    'auf dem Board liegt ein Programm, das zu keiner Ausgabe gehört',
  'Nothing is played. Find out who put it there. Run cardtable flash; what it names and leaves is removed in maintenance mode, with mpremote fs rm.':
    'Nichts wird gespielt. Herausfinden, wer es dort ablegte. cardtable flash ausführen; was es nennt und liegen lässt, in der Wartung entfernen (mpremote fs rm).',
  'one of two copies of a file of this table was damaged or behind, and was written anew from the other':
    'eine von zwei Kopien einer Datei dieses Tisches war beschädigt oder veraltet und wurde aus der anderen neu geschrieben',
  'After a power cut nothing is needed. If it comes again, replace the board.':
    'Nach einem Stromausfall ist nichts zu tun. Kommt es wieder, das Board ersetzen.',
  'a file of this table was written by an older firmware or by hand, and was taken over':
    'eine Datei dieses Tisches schrieb eine ältere Firmware oder jemand von Hand; sie wurde übernommen',
  'Find out who wrote it, if nobody should have.':
    'Herausfinden, wer sie schrieb, wenn es niemand sollte.',
  'both copies of a file of this table are damaged':
    'beide Kopien einer Datei dieses Tisches sind beschädigt',
  'Nothing is played and nothing is guessed. Table or board: send it again (cardtable config push). Deck: in maintenance mode remove deck.json and deck.copy (mpremote fs rm), then cardtable deck enrol. Keys: close the jumper, then cardtable install --again keys.':
    'Nichts wird gespielt, nichts wird geraten. Tisch oder Board: neu senden (cardtable config push). Deck: in der Wartung deck.json und deck.copy entfernen (mpremote fs rm), dann cardtable deck enrol. Schlüssel: Steckbrücke schließen, dann cardtable install --again keys.',
  'two copies of a file of this table are whole and differ':
    'zwei Kopien einer Datei dieses Tisches sind heil und verschieden',
  'Nothing is played and nothing is guessed. Put in force what is right: cardtable config push; a deck is removed in maintenance mode (deck.json, deck.copy) and enrolled again, keys by cardtable install --again keys.':
    'Nichts wird gespielt, nichts wird geraten. In Kraft setzen, was richtig ist: cardtable config push; ein Deck in der Wartung entfernen (deck.json, deck.copy) und neu einlesen, Schlüssel mit cardtable install --again keys.',
  'an update could not be finished: some files are old and some new':
    'eine Aktualisierung blieb unvollendet: Manche Dateien sind alt, manche neu',
  'the program failed or hung three times in a row':
    'das Programm scheiterte oder hing dreimal nacheinander',
  'The board tries again after ten minutes, and when it is switched off and on. If it stays, go back (cardtable flash --rollback) or put a release there (cardtable flash), and report it with what the board says.':
    'Das Board versucht es nach zehn Minuten noch einmal, und wenn es aus- und eingeschaltet wird. Bleibt es, zurückgehen (cardtable flash --rollback) oder eine Ausgabe aufspielen (cardtable flash) und melden, was das Board sagt.',
  'the program cannot be loaded': 'das Programm lässt sich nicht laden',
  'the list of the release’s files cannot be read': 'die Dateiliste der Ausgabe ist nicht lesbar',
  "the list of the release's files cannot be read": 'die Dateiliste der Ausgabe ist nicht lesbar',

  // Was das Haus festlegt
  'greatest ante': 'Ante höchstens',
  'least ante': 'Ante mindestens',
  'antes in steps of': 'Ante in Schritten von',
  'how cards are dealt': 'wie gegeben wird',
  'cards in the deck': 'Karten im Deck',
  'jackpot wager': 'Jackpot-Einsatz',
  'jackpot wagers locked until it is paid': 'Jackpot-Einsätze gesperrt, bis gezahlt ist',
  'greatest payout': 'höchste Auszahlung',
  'shuffling shoe': 'Mischschuh',
  "a winner's jackpot chip": 'Jackpot-Chip eines Gewinners',
  'ace also low': 'Ass auch niedrig',
  'big bet': 'großer Einsatz',
  'big bet from betting round': 'großer Einsatz ab Setzrunde',
  'kind of blinds': 'Art der Blinds',
  'blinds': 'Blinds',
  'commission': 'Abgaben',
  'greatest commission': 'Abgaben höchstens',
  'checking in the last round': 'Schieben in der letzten Runde',
  'what is followed': 'was verfolgt wird',
  'betting limit': 'Einsatzgrenze',
  'ace in low hands': 'Ass bei Niedrig',
  'low hands qualify with': 'Niedrig gilt mit',
  'greatest bet': 'Einsatz höchstens',
  'least bet': 'Einsatz mindestens',
  'over-blind': 'Über-Blind',
  'over-blinds may be made': 'Über-Blinds erlaubt',
  'minutes in which who returns brings the same':
    'Minuten, in denen wer zurückkehrt dasselbe mitbringt',
  'faces released afterwards': 'danach freigegebene Karten',
  'who approved the release': 'Genehmigung der Freigabe',
  'minutes until the release': 'Minuten bis zur Freigabe',
  'small bet': 'kleiner Einsatz',
  'smallest chip': 'kleinster Chip',
  'table minimum': 'Mindestmaß des Tisches',
  'least table stake': 'Mindestbetrag',
  'which hand wins': 'welche Hand gewinnt',
  'cards burnt': 'verbrannte Karten',
  'greatest buy-in': 'höchster Einkauf',
  'freeze-out: players out': 'Freeze-out: ausgeschieden',
  'freeze-out: ante': 'Freeze-out: Ante',
  'from a shoe': 'aus einem Schuh',
  'by hand': 'von Hand',
  'packets of five': 'Päckchen',
  'is collected': 'wird eingezogen',
  'is returned': 'geht zurück',
  'those shown': 'gezeigte',
  'eight or better': 'Acht oder besser',
  'any cards': 'beliebige Karten',
  'by time': 'nach Zeit',
  '5 % (ACT)': '5 % (ACT)',
  '10 % (ACT)': '10 % (ACT)',
  'Stud, normal (Tasmania)': 'Stud, normal (TAS)',
  'Stud, capped (Tasmania)': 'Stud, begrenzt (TAS)',
  'Hold-Em (Tasmania)': 'Hold-Em (TAS)',
  'bets and cards': 'Einsätze und Karten',
  'cards only': 'nur Karten',
  'fixed': 'fest',
  'half the pot': 'halber Pot',
  'the pot': 'ganzer Pot',
  'no limit': 'ohne Grenze',
  'straddle': 'Straddle',
  'high': 'hoch',
  'low': 'niedrig',
  'high and low': 'hoch und niedrig',
  'never': 'nie',
  'all': 'alle',
  'before': 'davor',
  'after': 'danach',
  'between rounds': 'zwischen den Runden',
  'house custom': 'Hausbrauch',
  'A joker may be added': 'Ein Joker darf dazukommen',
  'A new deck is opened and checked': 'Ein neues Deck wird geöffnet und geprüft',
  'A qualifying hand wins whatever the dealer has; other chips are collected':
    'Eine Hand aus der Liste gewinnt, was immer der Dealer hat; andere Chips werden eingezogen',
  'A shuffling shoe replaces the rules on deck, shuffle and deal':
    'Ein Mischschuh ersetzt die Regeln zu Deck, Mischen und Geben',
  'All cards come from a shoe': 'Alle Karten kommen aus einem Schuh',
  'An ante of the minimum; bets up to half the pot':
    'Ein Ante in Höhe des Mindesten; Einsätze bis zum halben Pot',
  'Cards come from a shoe': 'Karten kommen aus einem Schuh',
  'Checking may be refused in the final round':
    'In der letzten Runde kann Schieben ausgeschlossen sein',
  'Commission by the normal or the capped scale':
    'Abgaben nach der normalen oder begrenzten Staffel',
  'Commission from the pots': 'Abgaben aus den Pots',
  'Each player may place a jackpot chip': 'Jeder Spieler darf einen Jackpot-Chip setzen',
  'Equal hands share in smallest chips; the odd ones go after the button':
    'Gleiche Hände teilen in kleinsten Chips; übrige gehen hinter den Button',
  'Equal hands share in table minimums; the rest goes from the puck on':
    'Gleiche Hände teilen in Mindestmaßen; der Rest geht vom Puck aus weiter',
  'Five or ten per cent above a threshold, whole dollars, capped':
    'Fünf oder zehn Prozent über einer Schwelle, ganze Dollar, begrenzt',
  'Freeze-out: the ante grows with each elimination':
    'Freeze-out: Das Ante wächst, sooft jemand ausscheidet',
  'Greatest buy-in': 'Höchster Einkauf',
  'How high blinds, over-blinds and antes are': 'Wie hoch Blinds, Über-Blinds und Antes sind',
  'How high each blind is': 'Wie hoch jeder Blind ist',
  'Least and greatest bet': 'Kleinster und größter Einsatz',
  'Least and greatest bet; pot limits count the call first':
    'Kleinster und größter Einsatz; Pot-Grenzen zählen erst das Mitgehen',
  'Least and greatest table stake': 'Kleinster und größter Betrag am Tisch',
  'Least and greatest wager stand on a sign':
    'Kleinster und größter Einsatz stehen auf einem Schild',
  'Limits and greatest payout stand on a sign':
    'Grenzen und höchste Auszahlung stehen auf einem Schild',
  'Limits for topping up': 'Grenzen für das Nachkaufen',
  'Limits stand on a sign': 'Grenzen stehen auf einem Schild',
  'Lost jackpot wagers go to prize and reserve pool':
    'Verlorene Jackpot-Einsätze gehen in Preistopf und Reserve',
  "Management's decision is final": 'Die Leitung entscheidet endgültig',
  'Minimum stake and bet stand on a sign; changes are announced':
    'Mindestbetrag und -einsatz stehen auf einem Schild; Änderungen werden angesagt',
  'Minimum table stake, rate of commission': 'Mindestbetrag, Satz der Abgaben',
  'One card down, then four up, a betting round after each':
    'Eine Karte verdeckt, dann vier offen, nach jeder eine Setzrunde',
  'One deck of 52, no joker, one cutting card': 'Ein Deck mit 52, kein Joker, eine Schnittkarte',
  'Order of hands': 'Rang der Hände',
  'Players join with the minimum bank': 'Spieler steigen mit dem Mindestbetrag ein',
  'The betting limits': 'Die Einsatzgrenzen',
  'The full deck, one cutting card': 'Das ganze Deck, eine Schnittkarte',
  'The greatest payout is displayed and applies': 'Die höchste Auszahlung ist ausgehängt und gilt',
  'The jackpot wager is an approved amount': 'Der Jackpot-Einsatz ist ein genehmigter Betrag',
  'The multiples of wagers are displayed': 'Die Vielfachen der Einsätze sind ausgehängt',
  'The last bets, then every hole card is shown':
    'Die letzten Einsätze, dann wird jede verdeckte Karte gezeigt',
  'The operator chooses 52 to 32 cards': 'Das Haus wählt 52 bis 32 Karten',
  'The player after the last blind opens: call, raise or fold':
    'Der Spieler nach dem letzten Blind beginnt: mitgehen, erhöhen oder passen',
  'The player called shows first; the rest show or fold':
    'Zuerst zeigt, bei wem mitgegangen wurde; die anderen zeigen oder passen',
  'The scale of commission; taken from the winning pots':
    'Die Staffel der Abgaben; aus gewonnenen Pots genommen',
  'Tournament rules are for tournaments only': 'Turnierregeln gelten nur in Turnieren',
  'Two cards each, one at a time, from the puck': 'Je zwei Karten, einzeln, vom Puck aus',
  'Wagers are multiples of the minimum': 'Einsätze sind Vielfache des Mindesten',
  'What is determined before a round': 'Was vor einer Runde festgelegt wird',
  'Whether a card is burnt before communal cards': 'Ob vor gemeinsamen Karten eine verbrannt wird',
  'Whether a low needs an eight or better': 'Ob Niedrig eine Acht oder besser braucht',
  'Whether cards are burnt, and how many': 'Ob Karten verbrannt werden, und wie viele',
  'Whether over-blinds may be made': 'Ob Über-Blinds erlaubt sind',
  'Whether the ace ends a straight from below': 'Ob das Ass eine Straße unten schließt',
  'Whether the highest or the lowest hand wins': 'Ob die höchste oder die niedrigste Hand gewinnt',
  'Which kind of blind betting': 'Welche Art von Blinds'
};
