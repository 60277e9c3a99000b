import { ArrivalStorm, type StormCounts } from '../../process/arrival-storm.ts'
import { exactly, plain } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import { deploy } from '../stage/stage.ts'

const deliveries = setting('DELIVERIES', 5_000)
const kills = setting('KILLS', 20)
const senders = 64

/**
 * A chaos scenario that kills the API at random while foreign bodies arrive in an open table, and while held
 * bodies are admitted. Each answer must match what was accepted and held, with no body stored twice and none
 * lost.
 */
export const arrivals: Scenario = {
  about: 'kill -9 of the API while foreign bodies arrive and are admitted: each is stored once',
  runs: ['run'],
  run: async () => {
    const storm = await ArrivalStorm.begin(await deploy())
    const raged = await storm.rage({ deliveries, kills, senders })
    const admitted = await storm.admit(deliveries, Math.ceil(kills / 4))
    return {
      'while they arrive': [...figuresOf(raged), plain('held', raged.held)],
      'while they are admitted': [...figuresOf(admitted), exactly('held', admitted.held)],
    }
  },
}

function figuresOf({ kills: killed, answered, repeated, inTable, twice, lost }: StormCounts) {
  return [
    plain('kills', killed),
    plain('answered', answered),
    plain('repeated', repeated),
    plain('in the table', inTable),
    exactly('twice', twice),
    exactly('lost', lost),
  ]
}
