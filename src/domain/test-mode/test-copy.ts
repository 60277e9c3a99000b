import { contentOf } from '../spinner/draft-parts.ts'
import { type Spinner, type SpinnerVersion } from '../spinner/spinner.ts'
import { type DataTable, type TableSettings, tableSettingNames } from '../table/data-table.ts'
import { canonicalText } from '../text/canonical-text.ts'

export const copiedKinds = ['project', 'dataTable', 'mapping', 'sender', 'file', 'spinner'] as const
type CopiedKind = (typeof copiedKinds)[number]

/** The parts of a spinner that name other objects. */
export type CopiedContent = Pick<Spinner, 'audience' | 'exclude' | 'exits' | 'goal' | 'starts' | 'steps'>

export const copyChanges = ['new', 'changed', 'same', 'conflict'] as const
type CopyChange = (typeof copyChanges)[number]

/**
 * An item (such as a table or spinner) that is copied with a project into the test organization or back, and
 * the change that copying makes to it.
 */
export interface CopiedItem {
  readonly kind: CopiedKind
  readonly name: string
  readonly change: CopyChange
  /**
   * The reason why copying leaves this table, spinner or other item unchanged, and usually what to do; null if
   * nothing prevents the copy.
   */
  readonly message: string | null
}

export interface ProjectCopied {
  /**
   * The id of the project's copy in the test organization; null in a preview of a project that has none yet.
   */
  readonly projectId: string | null
  readonly items: readonly CopiedItem[]
}

/**
 * Returns an audience, its exclusion, exits, a goal, starts and steps in which ids are replaced by the ids of their copies in the
 * other organization, for example ids of senders and files.
 */
export function contentWithIds(content: CopiedContent, ids: ReadonlyMap<string, string>): CopiedContent {
  return withIdsInside(copiedContentOf(content), ids)
}

function copiedContentOf({ audience, exclude, exits, goal, starts, steps }: CopiedContent): CopiedContent {
  return { audience, exclude, exits, goal, starts, steps }
}

/** Returns data in which ids are replaced by the ids of their copies. */
export function withIdsInside<Data>(data: Data, ids: ReadonlyMap<string, string>): Data {
  const text = JSON.stringify(data).replaceAll(
    /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi,
    (id) => ids.get(id.toLowerCase()) ?? id,
  )
  return JSON.parse(text) as Data
}

/** Returns the ids of all objects, such as senders, files and segments, that the content of a spinner names. */
export function idsInContent(content: CopiedContent): readonly string[] {
  const ids = JSON.stringify(copiedContentOf(content)).match(
    /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi,
  )
  return [...new Set((ids ?? []).map((id) => id.toLowerCase()))]
}

/**
 * Returns the settings of a spinner's draft that a copy takes over. The steps are copied separately, with
 * other ids.
 */
export function copiedDraftSettings(spinner: Spinner) {
  const { steps: _steps, ...settings } = contentOf(spinner)
  return { name: spinner.name, ...settings }
}

/** Returns the settings of a spinner's published version that a copy takes over. */
export function copiedVersionSettings(version: SpinnerVersion) {
  const { steps: _steps, ...settings } = contentOf(version)
  return { ...settings, metadataColumns: version.metadataColumns }
}

export function sameDrafts(a: Spinner, b: Spinner): boolean {
  const said = (spinner: Spinner) => canonicalText({ ...copiedDraftSettings(spinner), steps: spinner.steps })
  return said(a) === said(b)
}

/** The settings of a table that contain a secret, or whose effect depends on it. */
const secretSettings: ReadonlySet<keyof TableSettings> = new Set(['signature', 'onBadSignature'])

/** Returns the settings of a table that a copy takes over. Records, tokens and secrets are not among them. */
export function copiedTableSettings(table: DataTable): Partial<DataTable> {
  const { name, columns } = table
  const names = tableSettingNames.filter((setting) => !secretSettings.has(setting))
  return { name, columns, ...Object.fromEntries(names.map((setting) => [setting, table[setting]])) }
}

export function haveSameSettings(a: DataTable, b: DataTable): boolean {
  return canonicalText(copiedTableSettings(a)) === canonicalText(copiedTableSettings(b))
}
