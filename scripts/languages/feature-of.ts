/** The folders of pages whose texts are in the catalogue of another feature. The first matching folder counts. */
const folders: readonly (readonly [folder: string, feature: string])[] = [
  ['pages/spinners/steps/', 'steps'],
  ['pages/two-factor/', 'account'],
  ['pages/profile/', 'account'],
  ['pages/audit/', 'organization'],
  ['pages/bin/', 'organization'],
  ['pages/team/', 'organization'],
  ['pages/destinations/', 'events'],
  ['pages/messages/', 'people'],
]

/** The catalogue of texts that several features use, and of the parts of the console that belong to none. */
export const shared = 'shared'

/** The catalogue of the texts that the service sends in English, such as the reasons of recipients. */
export const service = 'service'

/** Returns the feature whose catalogue has the texts of a file of the console. */
export function featureOf(file: string): string {
  const path = file.replace('console/src/', '')
  const moved = folders.find(([folder]) => path.startsWith(folder))
  return moved?.[1] ?? /^pages\/([^/]+)\//.exec(path)?.[1] ?? shared
}
