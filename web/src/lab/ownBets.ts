// Side bets to begin with; `pitboss lab sidebet` reads the same text.

export const OWN_BET_MAX = 4_000; // characters, as the server takes them

export interface OwnBetExample {
  readonly name: string;
  readonly toml: string;
}

const lines = (name: string, all: readonly (readonly string[])[]): OwnBetExample => ({
  name,
  toml: `name = "${name}"\n${all.map((line) => `\n[[lines]]\n${line.join('\n')}\n`).join('')}`,
});

export const EXAMPLES: readonly OwnBetExample[] = [
  lines('Pocket pair', [
    ['own_cards = "AA"', 'pays = "30 to 1"'],
    ['own_cards = "pair"', 'pays = "9 to 1"'],
  ]),
  lines('Bad beat, both ways', [
    ['own = "three-of-a-kind or better"', 'result = "lose"', 'pays = "9 to 1"'],
    ['dealer = "three-of-a-kind or better"', 'result = "win"', 'pays = "9 to 1"'],
  ]),
  lines('Dealer bonus', [
    ['dealer = "four-of-a-kind or better"', 'pays = "50 to 1"'],
    ['dealer = "full-house"', 'pays = "10 to 1"'],
    ['dealer = ["flush", "straight"]', 'pays = "6 to 1"'],
  ]),
  lines('Trips that pushes', [
    ['own = "four-of-a-kind or better"', 'pays = "40 to 1"'],
    ['own = "full-house"', 'pays = "9 to 1"'],
    ['own = "flush"', 'pays = "8 to 1"'],
    ['own = "straight"', 'pays = "6 to 1"'],
    ['own = "three-of-a-kind"', 'pays = "push"'],
  ]),
];
