/**
 * A stand-in for Havana, not Havana: as many numbers, the same secrets, the same rhythm, but rules of its own.
 *
 * In each round both people lay two cards secretly and at once; then they act in turn: perform both cards, which draw,
 * pay and take, and buy a tile or end the turn. Who has 25 points has won.
 */
const { INVALID_MOVE } = require("boardgame.io/core");

const CARDS = 13;
const COLOURS = 8;
const TILES = 36;
const ROW = 6;
const GOAL = 25;

const numbers = (count, value) => Array.from({ length: count }, (_, i) => value(i));

const newPlayer = () => ({
  hand: numbers(CARDS, (i) => i),
  discards: [],
  laid: [],
  shown: [],
  toPerform: [],
  cubes: numbers(COLOURS, () => 1),
  pesos: 6,
  workers: 3,
  points: 0,
});

const newTile = (id) => ({
  points: 1 + (id % 8),
  architect: id % 3 === 0,
  owner: null,
  needs: 1 << id % COLOURS,
  cost: numbers(COLOURS, (i) => ((id + i) % 4 === 0 ? 1 : 0)),
});

/** By number in an object: to compare two arrays of objects would cost the JSON Patch more than all the rest. */
const newTiles = () => Object.fromEntries(numbers(TILES, (id) => [id, newTile(id)]));

const setup = ({ ctx, random }) => {
  const stack = random.Shuffle(numbers(TILES, (i) => i));
  return {
    players: numbers(ctx.numPlayers, newPlayer),
    tiles: newTiles(),
    rows: [stack.splice(0, ROW), stack.splice(0, ROW)],
    stack,
    bag: numbers(COLOURS, () => 10),
    centre: numbers(COLOURS, () => 1),
    centrePesos: 3,
    round: 1,
    order: numbers(ctx.numPlayers, (i) => i),
  };
};

/** Leave out what this person may not know: the hands and laid cards of others, and the stack. */
const playerView = ({ G, playerID }) => ({
  ...G,
  stack: G.stack.length,
  players: G.players.map((player, seat) =>
    String(seat) === playerID ? player : { ...player, hand: player.hand.length, laid: player.laid.length },
  ),
});

/** Let as many cubes come out of the bag, by chance. */
const drawCubes = (G, random, count, into) => {
  for (let i = 0; i < count; i++) {
    const colour = random.Die(COLOURS) - 1;
    if (G.bag[colour] === 0) continue;
    G.bag[colour] -= 1;
    into[colour] += 1;
  }
};

const takePesos = (G, player) => {
  const taken = Math.ceil(G.centrePesos / 2);
  G.centrePesos -= taken;
  player.pesos += taken;
};

const takeCubes = (from, player, count) => {
  for (let colour = 0; colour < COLOURS && count > 0; colour++) {
    if (from[colour] === 0) continue;
    from[colour] -= 1;
    player.cubes[colour] += 1;
    count -= 1;
  }
};

const rob = (player, other) => {
  const loss = Math.floor(other.pesos / 2);
  other.pesos -= loss;
  player.pesos += loss;
};

/** What the cards do, by their number. */
const perform = ({ G, random }, card, player, other) => {
  if (card % 5 === 0) takePesos(G, player);
  else if (card % 5 === 1) takeCubes(G.centre, player, 3);
  else if (card % 5 === 2) drawCubes(G, random, 3, player.cubes);
  else if (card % 5 === 3) takeCubes(other.cubes, player, 1);
  else rob(player, other);
  player.workers += card % 2;
};

const canBuy = (player, tile) =>
  tile.cost.every((count, colour) => player.cubes[colour] >= count) && (!tile.architect || player.workers > 0);

/** Make room for the next tile of the stack. */
const buyTile = (G, seat, id) => {
  const player = G.players[seat];
  const tile = G.tiles[id];
  tile.cost.forEach((count, colour) => {
    player.cubes[colour] -= count;
    G.bag[colour] += count;
  });
  player.workers -= tile.architect ? 1 : 0;
  player.points += tile.points;
  tile.owner = seat;
  const row = G.rows.find((each) => each.includes(id));
  row.splice(row.indexOf(id), 1, ...G.stack.splice(-1));
};

/** Nobody but the server makes moves, for only it knows all secrets. */
const onServer = (move) => ({ move, client: false });

/** What was laid is also left out of the log that others get. */
const inSecret = (move) => ({ ...onServer(move), redact: true });

const lay = inSecret(({ G, playerID }, a, b) => {
  const player = G.players[playerID];
  if (a === b || ![a, b].every((card) => player.hand.includes(card))) return INVALID_MOVE;
  player.hand = player.hand.filter((card) => card !== a && card !== b);
  player.laid = [a, b];
});

const performCard = onServer((context, card) => {
  const { G, playerID } = context;
  const player = G.players[playerID];
  if (!player.toPerform.includes(card)) return INVALID_MOVE;
  player.toPerform = player.toPerform.filter((each) => each !== card);
  perform(context, card, player, G.players[1 - playerID]);
});

const endTurn = onServer(({ G, playerID, events }) => {
  if (G.players[playerID].toPerform.length) return INVALID_MOVE;
  events.endTurn();
});

const buy = onServer(({ G, playerID, events }, id) => {
  const player = G.players[playerID];
  const offered = G.rows.some((row) => row.includes(id));
  if (player.toPerform.length || !offered || !canBuy(player, G.tiles[id])) return INVALID_MOVE;
  buyTile(G, Number(playerID), id);
  events.endTurn();
});

/** Turn the laid cards over; who shows the lower number acts first. */
const reveal = ({ G }) => {
  for (const player of G.players) {
    player.shown = [...player.laid].sort((a, b) => a - b);
    player.toPerform = player.laid;
    player.laid = [];
  }
  const shown = (seat) => G.players[seat].shown[0] * CARDS + G.players[seat].shown[1];
  G.order.sort((a, b) => shown(a) - shown(b));
};

/** Put the cards away, and let cubes and pesos come into the centre. */
const endRound = ({ G, random }) => {
  for (const player of G.players) {
    player.discards.push(...player.shown);
    player.shown = [];
    if (player.hand.length < 2) player.hand.push(...player.discards.splice(0));
  }
  drawCubes(G, random, 3, G.centre);
  G.centrePesos += 3;
  G.round += 1;
};

const inOrder = {
  first: () => 0,
  next: ({ ctx }) => (ctx.playOrderPos + 1 < ctx.numPlayers ? ctx.playOrderPos + 1 : undefined),
  playOrder: ({ G }) => G.order.map(String),
};

/** ``deltaState``: what travels are differences (JSON Patch), not whole states. */
exports.game = {
  name: "standin",
  deltaState: true,
  minPlayers: 2,
  maxPlayers: 2,
  setup,
  playerView,
  phases: {
    lay: {
      start: true,
      next: "act",
      moves: { lay },
      turn: { activePlayers: { all: "laying", minMoves: 1, maxMoves: 1 }, stages: { laying: { moves: { lay } } } },
      endIf: ({ G }) => G.players.every((player) => player.laid.length > 0),
      onEnd: reveal,
    },
    act: { next: "lay", moves: { performCard, buy, endTurn }, turn: { order: inOrder }, onEnd: endRound },
  },
  endIf: ({ G }) => {
    const winner = G.players.findIndex((player) => player.points >= GOAL);
    return winner < 0 ? undefined : { winner };
  },
};
