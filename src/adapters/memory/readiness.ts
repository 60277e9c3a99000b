import { Readiness } from '../../ports/readiness.ts'

export class MemoryReadiness extends Readiness {
  override async missing(): Promise<string | null> {
    return null
  }
}
