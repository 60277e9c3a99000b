import { print, thousands } from '../../bench/support/arena.ts'
import { ArrivalStorm, type StormCounts } from '../process/arrival-storm.ts'
import { Deployment } from '../process/deployment.ts'

/**
 * Kills the API at random while foreign bodies arrive in an open table, and while held bodies are admitted.
 * Each answer must match what was accepted and held, with no body stored twice and none lost.
 */
const deliveries = Number(process.env['CHAOS_DELIVERIES'] ?? 5_000)
const kills = Number(process.env['CHAOS_KILLS'] ?? 20)
const senders = 64

const deployment = await Deployment.create()
let faults = 0
try {
  const storm = await ArrivalStorm.begin(deployment)
  const raged = await storm.rage({ deliveries, kills, senders })
  const admitted = await storm.admit(deliveries, Math.ceil(kills / 4))
  print([
    ['', 'kills', 'answered', 'repeated', 'in the table', 'held', 'twice', 'lost'],
    row('while they arrive', raged),
    row('while they are admitted', admitted),
  ])
  for (const { twice, lost } of [raged, admitted]) faults += twice + Math.abs(lost)
  faults += admitted.held
} finally {
  await deployment.close()
}
process.exit(faults === 0 ? 0 : 1)

function row(
  name: string,
  { kills: killed, answered, repeated, inTable, held, twice, lost }: StormCounts,
): string[] {
  return [name, ...[killed, answered, repeated, inTable, held, twice, lost].map((count) => thousands(count))]
}
