import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { FolderPlus, Plus, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { projectsQuery, useCreateProject } from '../../api/table/projects.ts'
import { ForEditors } from '../../components/for-editors.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParam } from '../../components/search-param.ts'
import { t } from '../../languages/text.ts'
import { CreateDataTable } from './create-data-table.tsx'
import { ProjectNameModal } from './project-name-modal.tsx'
import { ProjectSection } from './project-section.tsx'

/** Lists all data tables of the organization by project. */
export function DataTablesPage() {
  const projects = useQuery(projectsQuery)
  const tables = useQuery({ ...dataTablesQuery, refetchInterval: 2_000 })
  const [creating, setCreating] = useState<{ projectId: string | null } | null>(null)
  const [wanted, setWanted] = useSearchParam('new')
  const [namingProject, namingProjectIs] = useDisclosure()
  const createProject = useCreateProject()
  const mayEdit = useMay('editor')
  const hasSome = (tables.data?.length ?? 0) > 0 || (projects.data?.length ?? 0) > 1
  const create = (projectId: string | null) => setCreating({ projectId })
  return (
    <>
      <PageHeader
        title={t('Data tables')}
        description={t(
          'Data tables hold the records of people that you import or that your CRM sends. Spinners send messages to these people.',
        )}
        actions={
          hasSome && (
            <ForEditors>
              {(projects.data?.length ?? 0) > 1 && (
                <Button
                  variant="default"
                  leftSection={<FolderPlus size={16} aria-hidden />}
                  onClick={namingProjectIs.open}
                >
                  {t('New project')}
                </Button>
              )}
              <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => create(null)}>
                {t('New data table')}
              </Button>
            </ForEditors>
          )
        }
      />
      <Loaded query={projects}>
        {(allProjects) => (
          <Loaded query={tables}>
            {(allTables) =>
              hasSome ? (
                <Stack gap="xl">
                  {allProjects.map((project) => (
                    <ProjectSection
                      key={project.id}
                      project={project}
                      isOnly={allProjects.length === 1}
                      tables={allTables.filter(({ projectId }) => projectId === project.id)}
                      onCreateTable={() => create(project.id)}
                      onCreateProject={namingProjectIs.open}
                    />
                  ))}
                </Stack>
              ) : (
                <NoDataTables onCreate={() => create(null)} />
              )
            }
          </Loaded>
        )}
      </Loaded>
      <CreateDataTable
        opened={mayEdit && (creating !== null || wanted === 'table')}
        projects={projects.data ?? []}
        projectId={creating?.projectId ?? null}
        onClose={() => {
          setCreating(null)
          if (wanted !== undefined) setWanted(undefined)
        }}
      />
      <ProjectNameModal
        opened={namingProject}
        title={t('New project')}
        verb={t('Create project')}
        mutation={createProject}
        onClose={namingProjectIs.close}
      />
    </>
  )
}

function NoDataTables({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={Table2}
      title={t('Create your first data table')}
      action={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={onCreate} mt="xs">
          {t('New data table')}
        </Button>
      }
    >
      {t(
        'A data table holds records with the same columns, such as leads with a name and an e-mail address. Give the table a name, import a CSV whose header names its columns, and connect your CRM by a webhook URL.',
      )}
    </EmptyState>
  )
}
