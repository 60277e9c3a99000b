import { placedThing, type Reach, type Thing } from '../../../domain/account/reach.ts'
import type { Page, PageOf } from '../../../domain/page.ts'
import type { Project } from '../../../domain/table/project.ts'
import { ProjectQueries } from '../../../ports/table/projects.ts'
import { isInProjects, isSpinnerWithin } from '../in-projects.ts'
import { pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryProjectQueries extends ProjectQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    projectIds: readonly string[] | null,
    page: Page,
  ): Promise<PageOf<Project>> {
    const belongs = (one: Project) =>
      one.organizationId === organizationId && isInProjects({ projectId: one.id }, projectIds)
    return pageById(this.#store.projects.values(), page, belongs)
  }

  override async find(organizationId: string, id: string): Promise<Project | null> {
    return this.#store.owned(this.#store.projects, organizationId, id)
  }

  override async hold(
    { organizationId, projectIds }: Reach,
    things: readonly Thing[],
  ): Promise<readonly boolean[]> {
    return things.map((thing) => {
      const placed = placedThing(thing)
      const spinnerId = this.#spinnerOf(placed)
      const projectId =
        spinnerId === null ? this.#projectOf(placed) : this.#store.spinners.get(spinnerId)?.projectId
      const project = this.#store.owned(this.#store.projects, organizationId, projectId ?? '')
      return (
        project !== null &&
        isInProjects({ projectId: project.id }, projectIds) &&
        (spinnerId === null || isSpinnerWithin(this.#store, spinnerId, projectIds))
      )
    })
  }

  /** Returns the id of the spinner that a thing is or belongs to, '' if none exists; null for other kinds. */
  #spinnerOf({ kind, id }: Thing): string | null {
    const { jobs, messages, outbox } = this.#store
    const ofJob = (jobId: string | null | undefined) => jobs.get(jobId ?? '')?.spinnerId ?? ''
    switch (kind) {
      case 'spinner':
        return id
      case 'job':
        return ofJob(id)
      case 'message':
        return ofJob([...messages.values(), ...outbox].find((message) => message.id === id)?.jobId)
      default:
        return null
    }
  }

  #projectOf({ kind, id }: Thing): string | undefined {
    const { tables, arrivals, mappings, views } = this.#store
    const ofTable = (tableId: string | null | undefined) => tables.get(tableId ?? '')?.projectId
    switch (kind) {
      case 'project':
        return id
      case 'dataTable':
        return ofTable(id)
      case 'arrival':
        return ofTable(arrivals.get(id)?.dataTableId)
      case 'mapping':
        return ofTable([...mappings.values()].flat().find((mapping) => mapping.id === id)?.dataTableId)
      case 'view':
        return ofTable(views.get(id)?.dataTableId)
      default:
        return undefined
    }
  }
}
