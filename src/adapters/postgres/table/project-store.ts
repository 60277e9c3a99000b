import { placedThing, type Reach, type Thing } from '../../../domain/account/reach.ts'
import { isId } from '../../../domain/id.ts'
import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { Project } from '../../../domain/table/project.ts'
import { ProjectStore } from '../../../ports/table/projects.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { spinnerWithin } from '../schema/within-projects.ts'

const projects = entity('projects', 'id', 'organizationId', 'name', 'createdAt')

const list: Statement = {
  name: 'list_projects',
  text: `
    select ${projects.selected('p')} from projects p
     where organization_id = $1 and ($2::uuid[] is null or id = any($2)) and ($3::uuid is null or id > $3)
     order by id limit $4`,
}

const ofReach = `($2::uuid[] is null or ${spinnerWithin('$2')})`

// Finds the project of each thing by its id. A project that is deleted later leaves none of these rows behind.
const findHeld: Statement = {
  name: 'find_held_things',
  text: `
    select exists (
             select from projects p
              where p.organization_id = $1 and ($2::uuid[] is null or p.id = any($2))
                and p.id = case t.kind
                      when 'project' then t.id
                      when 'dataTable' then (select d.project_id from data_tables d where d.id = t.id)
                      when 'spinner' then (
                        select s.project_id from spinners s where s.id = t.id and ${ofReach})
                      when 'job' then (
                        select s.project_id from jobs j join spinners s on s.id = j.spinner_id
                         where j.id = t.id and ${ofReach})
                      when 'arrival' then (
                        select d.project_id from arrivals a join data_tables d on d.id = a.data_table_id where a.id = t.id)
                      when 'mapping' then (
                        select d.project_id from mappings m join data_tables d on d.id = m.data_table_id where m.id = t.id)
                      when 'view' then (
                        select d.project_id from views v join data_tables d on d.id = v.data_table_id where v.id = t.id)
                      when 'segment' then (
                        select d.project_id from segments g join data_tables d on d.id = g.data_table_id where g.id = t.id)
                      when 'message' then (
                        select s.project_id
                          from (select job_id from message_log where id = t.id
                                union all select job_id from captured_messages where id = t.id limit 1) m
                          join jobs j on j.id = m.job_id join spinners s on s.id = j.spinner_id
                         where ${ofReach})
                    end) as held
      from unnest($3::text[], $4::uuid[]) with ordinality as t(kind, id, no) order by t.no`,
}

export class PostgresProjectStore extends ProjectStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async list(
    organizationId: string,
    projectIds: readonly string[] | null,
    page: Page,
  ): Promise<PageOf<Project>> {
    const values = [organizationId, projectIds, idAfter(page), page.limit + 1]
    return pageOf(
      await this.#executor.read<Project & Record<string, unknown>>(list, values),
      page,
      ({ id }) => id,
    )
  }

  override find(organizationId: string, id: string): Promise<Project | null> {
    return projects.within(this.#executor).find({ organizationId, id })
  }

  override async hold(
    { organizationId, projectIds }: Reach,
    things: readonly Thing[],
  ): Promise<readonly boolean[]> {
    const placed = things.map(placedThing)
    const possible = placed.filter(({ id }) => isId(id))
    if (possible.length === 0) return things.map(() => false)
    const values = [
      organizationId,
      projectIds,
      possible.map(({ kind }) => kind),
      possible.map(({ id }) => id),
    ]
    const rows = await this.#executor.read<{ readonly held: boolean }>(findHeld, values)
    const answers = rows.values()
    return placed.map(({ id }) => isId(id) && answers.next().value?.held === true)
  }

  override add(project: Project): Promise<void> {
    return projects.within(this.#executor).add(project)
  }

  override lock(organizationId: string, id: string): Promise<Project | null> {
    return projects.within(this.#executor).lock({ organizationId, id })
  }

  override async save({ id, name }: Project): Promise<void> {
    await projects.within(this.#executor).patch({ id }, { name })
  }
}
