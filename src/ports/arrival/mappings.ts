import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'

/** The mappings of tables, as they are committed. */
export abstract class Mappings {
  /** In the order in which they are tried. */
  abstract of(dataTableId: string): Promise<readonly StoredMapping[]>
  abstract find(organizationId: string, id: string): Promise<StoredMapping | null>
}
