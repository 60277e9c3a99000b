import type { DataRecord } from '../domain/table/cell.ts'

/** Renders people's templates within limits. Throws VALIDATION_FAILED for what can never render. */
export abstract class Templates {
  abstract render(template: string, scope: DataRecord, format: 'text' | 'html'): string
}
