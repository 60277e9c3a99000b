import { each, type Promised } from '../promise.ts'

/**
 * Leaves out recipients who are due to be checked again: a change of the time zone makes them due at its own time, which
 * the clock shows again only later if it was set back after the change.
 */
export const waitsInPresentZone: Promised = {
  promise: 'Recipients of a running job wait for an hour in the present time zone of their organization',
  when: 'quiet',
  holds: async ({ rows, clock }) => {
    const waiting = await rows<{ record: string; zone: string; present: string }>(
      `select r.record_id::text as record, r.evidence ->> 'zone' as zone, o.time_zone as present
         from jobs j join organizations o on o.id = j.organization_id join recipients r on r.job_id = j.id
        where j.status = 'running' and r.status = 'waiting' and r.reason in ('OUTSIDE_WINDOW', 'WAITS_FOR_HOUR')
          and r.due_at > $1`,
      [clock.latest],
    )
    return each(waiting, ({ record, zone, present }) =>
      zone === present
        ? null
        : `the recipient of record ${record} waits in ${zone}, but the time zone is ${present}`,
    )
  },
}
