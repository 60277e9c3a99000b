import type { Project } from '../../domain/table/project.ts'

export interface ProjectStore {
  add(project: Project): Promise<void>
  /** Locks it until the end of the transaction, as all of these do: nothing can be put into it meanwhile. */
  lock(organizationId: string, id: string): Promise<Project | null>
  save(project: Project): Promise<void>
  remove(id: string): Promise<void>
}
