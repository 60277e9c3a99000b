import type { Page, PageOf } from '../domain/page.ts'
import type { SpinnerVersion, SpinnerView } from '../domain/spinner/spinner.ts'

export abstract class SpinnerQueries {
  /** Of one project, or of all. */
  abstract list(organizationId: string, projectId: string | null, page: Page): Promise<PageOf<SpinnerView>>
  abstract find(organizationId: string, id: string): Promise<SpinnerView | null>
  abstract version(organizationId: string, id: string, version: number): Promise<SpinnerVersion | null>
}
