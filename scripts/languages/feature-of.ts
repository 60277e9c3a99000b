/** The catalogue of texts that several features use, and of the parts of the console that belong to none. */
export const shared = 'shared'

/** The folders and files of pages whose texts are in the catalogue of another feature. The first match counts. */
const folders: readonly (readonly [folder: string, feature: string])[] = [
  // The first page shows these words, too.
  ['pages/jobs/job-words.ts', shared],
  ['pages/jobs/reason-labels.ts', shared],
  ['pages/organization/export-everything.tsx', shared],
  ['pages/organization/plan/meter-card.tsx', shared],
  ['pages/senders/sender-words.ts', shared],
  ['pages/team/role-words.ts', shared],
  ['pages/spinners/steps/', 'steps'],
  ['pages/two-factor/', 'account'],
  ['pages/profile/', 'account'],
  ['pages/audit/', 'organization'],
  ['pages/bin/', 'organization'],
  ['pages/team/', 'organization'],
  ['pages/destinations/', 'events'],
  ['pages/messages/', 'people'],
]

/** The catalogue of the texts that the service sends in English, such as the reasons of recipients. */
export const service = 'service'

/** The catalogues that are loaded with the first page; `first-page.ts` of each language joins them. */
export const namesOfFirstPage: readonly string[] = ['account', 'home', service, shared]

/** Returns the feature whose catalogue has the texts of a file of the console. */
export function featureOf(file: string): string {
  const path = file.replace('console/src/', '')
  const moved = folders.find(([folder]) => path.startsWith(folder))
  return moved?.[1] ?? /^pages\/([^/]+)\//.exec(path)?.[1] ?? shared
}
