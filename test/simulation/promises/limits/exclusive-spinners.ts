import type { SettingsOfVersion } from '../../model/path/versions-of-jobs.ts'
import { each, type Promised } from '../promise.ts'
import { activePeopleAt, firstEmails } from './active-people.ts'

/** A person is certainly taken by jobs of which all versions are exclusive, since waiting people may be moved between versions. */
export const exclusiveSpinners: Promised = {
  promise: 'An exclusive spinner takes nobody who is active in another exclusive spinner',
  when: 'quiet',
  holds: ({ model }) => {
    const areExclusive = (versions: readonly SettingsOfVersion[]) =>
      versions.length > 0 && versions.every(({ isExclusive }) => isExclusive)
    const { versionsOfJobs } = model
    const emails = firstEmails(model).filter((email) => areExclusive(versionsOfJobs.ofMessage(email)))
    return each(emails, (email) => {
      const holder = activePeopleAt(model, email).find(
        ({ spinner, address, jobId }) =>
          address === email.address &&
          spinner !== email.spinner &&
          areExclusive(versionsOfJobs.everOf(model.rootOf(jobId))),
      )
      if (holder === undefined) return null
      const { address, step, spinner, at } = email
      return `${address} got ${step} of ${spinner} at ${at.toISOString()}, on the way in ${holder.spinner} since ${holder.step} at ${holder.at.toISOString()}`
    })
  },
}
