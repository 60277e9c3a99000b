import type { Project } from '../../domain/table/project.ts'

export interface ProjectStore {
  add(project: Project): Promise<void>
  /**
   * Locks a project until the end of the transaction, as all `lock` methods do. Nothing can be added to it
   * meanwhile.
   */
  lock(organizationId: string, id: string): Promise<Project | null>
  save(project: Project): Promise<void>
  remove(id: string): Promise<void>
}
