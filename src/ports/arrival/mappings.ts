import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'

/** The mappings of tables, as they are committed. */
export abstract class Mappings {
  /** In the order in which they are tried. */
  abstract of(dataTableId: string): Promise<readonly StoredMapping[]>
  /** What this process last knew them to be, if anything: `RecordIntake.admit` finds out when they are others. */
  abstract remembered(dataTableId: string): readonly StoredMapping[] | null
  abstract find(organizationId: string, id: string): Promise<StoredMapping | null>
}
