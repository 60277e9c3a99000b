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
    const latestTo = { person: new Map<string, Sent>(), record: new Map<string, Sent>() }
    const begunPerRecord = new Set<string>()
    const violations: string[] = []
    for (const sent of model.sent.taken) {
      const { spinner, step, address, ref, jobId, recordId, id } = sent
      const root = roots.get(jobId ?? '') ?? ''
      // Leaves out webhooks, and messages that a user had sent again.
      if (id !== null || model.acts.isAgain(root, recordId)) continue
      const versions = model.versionsOfJobs.ofMessage(sent)
      const isPerPerson = versions.length > 0 && versions.every(({ contact }) => contact === 'oncePerPerson')
      const recipient = `${root} ${recordId} ${address}`
      if (!isPerPerson) begunPerRecord.add(recipient)
      // Counts a person who becomes a lead again after an erasure as a new person, who may get the message again.
      const person = `${spinner} ${step} ${address} since ${model.erasedAt(address, sent.moment)}`
      const record = `${spinner} ${step} ${ref} of ${root}`
      const isOnce = isPerPerson && !begunPerRecord.has(recipient)
      const earlier = latestTo.record.get(record) ?? (isOnce ? latestTo.person.get(person) : undefined)
      latestTo.person.set(person, sent)
      latestTo.record.set(record, sent)
      if (earlier !== undefined)
        violations.push(
          `${address} got step ${step} of ${spinner} twice: at ${earlier.at.toISOString()} for ${earlier.ref}, at ${sent.at.toISOString()} for ${ref}`,
        )
    }
    return { compared: latestTo.record.size, violations }
  },
}
