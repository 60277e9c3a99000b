import { each, type Promised } from '../promise.ts'

export const senderChangesFinished: Promised = {
  promise:
    'Recipients who wait for a changed or resumed sender get new times, even if the process that changed it died',
  when: 'quiet',
  holds: async ({ rows }) => {
    const senders = await rows<{ id: string; since: Date | null }>(
      'select coalesce(c.sender_id, s.id) as id, c.since from senders s full join sender_changes c on c.sender_id = s.id',
    )
    return each(senders, ({ id, since }) =>
      since === null
        ? null
        : `sender ${id} changed at ${since.toISOString()}, but waiting recipients keep their former times`,
    )
  },
}
