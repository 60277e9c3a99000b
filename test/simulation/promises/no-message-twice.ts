import type { Sent } from '../model/sent.ts'
import type { Promised } from './promise.ts'

/**
 * Checks that no simulated receiver accepted a message twice. A webhook that is repeated under its id counts
 * once, because receivers know the id.
 */
export const noMessageTwice: Promised = {
  promise: 'Nobody gets the same message of a spinner twice',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    const roots = new Map(
      (
        await rows<{ id: string; root: string }>('select id, coalesce(root_job_id, id) as root from jobs')
      ).map(({ id, root }) => [id, root]),
    )
    const spinners = new Map(model.spinners.map((spinner) => [spinner.name, spinner]))
    const taken = new Map<string, Sent>()
    const violations: string[] = []
    for (const sent of model.sent.taken) {
      const { spinner, step, address, ref, jobId, id } = sent
      const root = roots.get(jobId ?? '') ?? ''
      const perPerson = spinners.get(spinner)?.contact === 'oncePerPerson'
      // Counts a person who becomes a lead again after an erasure as a new person, who may get the message again.
      const person = `${address} since ${model.erasedAt(address, sent.moment)}`
      const who = id ?? (perPerson ? person : `${ref} of ${root}`)
      const name = `${spinner} ${step} ${who}`
      const earlier = taken.get(name)
      taken.set(name, sent)
      if (earlier !== undefined && id === null)
        violations.push(
          `${address} got step ${step} of ${spinner} twice: at ${earlier.at.toISOString()} for ${earlier.ref}, at ${sent.at.toISOString()} for ${ref}`,
        )
    }
    return { compared: taken.size, violations }
  },
}
