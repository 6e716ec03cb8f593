/**
 * Serve the stand-in by boardgame.io, with its usual storage: in memory, nothing outlives the process.
 *
 * package.json holds koa-compose at 4.1.0: with 4.2 boardgame.io 0.50.2 does not find its own lobby, which it
 * adds when the application is composed already.
 */
const { Server } = require("boardgame.io/server");
const { game } = require("./game");

Server({ games: [game], origins: [] }).run(Number(process.argv[2] ?? 8000));
