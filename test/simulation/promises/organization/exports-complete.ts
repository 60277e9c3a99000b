import type { KnownExport } from '../../model/organization/known-exports.ts'
import { addressOf, domainsOfPeople, peopleCount } from '../../model/people.ts'
import { each, type Promised } from '../promise.ts'

/** Leaves out the suppressions of erased people, of whom the service stores no address. */
export const exportsComplete: Promised = {
  promise:
    'The export of an organization has each table, spinner, suppression and entry of the audit log once',
  when: 'always',
  holds: ({ model }) =>
    each(model.exports.takeExports(), (exported) => {
      const { begun, ended, things, tableIds, spinnerIds, suppressed } = exported
      const repeated = [...tableIds, ...spinnerIds, ...suppressed, ...exported.auditIds].find(isRepeated)
      if (repeated !== undefined) return `the export has ${repeated} twice`
      const ids = new Set([...tableIds, ...spinnerIds])
      const absent = things.find(({ id, isInUse }) => !ids.has(id) && isInUse(begun, ended))
      if (absent !== undefined) return `the export lacks ${absent.name}`
      const people = Array.from({ length: peopleCount }, (_, person) => addressOf(person))
      const must = (of: 'address' | 'domain', id: string) =>
        model.noSendPeriods.mustBeSilent(of, id, begun, ended)
      const free =
        domainsOfPeople.find((domain) => !suppressed.includes(`@${domain}`) && must('domain', domain)) ??
        people.find(
          (address) =>
            !suppressed.includes(address) && model.erasedAt(address, ended) === 0 && must('address', address),
        )
      return free === undefined ? faultOfLog(exported) : `the export lacks the suppression of ${free}`
    }),
}

function isRepeated(id: string, place: number, all: readonly string[]): boolean {
  return all.indexOf(id) !== place
}

function faultOfLog({ auditIds, auditCounts: [before, after] }: KnownExport): string | null {
  const { length } = auditIds
  return length >= before && length <= after
    ? null
    : `the export has ${length} entries of the audit log, which had ${before} before and ${after} after it`
}
