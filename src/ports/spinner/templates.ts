import type { DataRecord } from '../../domain/table/cell.ts'

/** Renders people's templates within limits. Throws VALIDATION_FAILED for what can never render. */
export abstract class Templates {
  /** The columns that a template names. Throws VALIDATION_FAILED where it cannot be read. */
  abstract columnsOf(template: string): readonly string[]
  abstract render(template: string, cells: DataRecord, format: 'text' | 'html'): string
}
