import { Anchor, Group, Paper, Table, Text, Title } from '@mantine/core'
import type { DataTable, Project } from '../../api/schema.ts'
import { ForEditors } from '../../components/for-editors.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { language } from '../../languages/language.ts'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { ProjectMenu } from './project-menu.tsx'

/** Lists the data tables of a project. If it is the only project, its heading is small. */
export function ProjectSection({
  project,
  isOnly,
  tables,
  onCreateTable,
  onCreateProject,
}: {
  project: Project
  isOnly: boolean
  tables: readonly DataTable[]
  onCreateTable: () => void
  onCreateProject: () => void
}) {
  return (
    <section aria-label={project.name}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2} size="h4" {...(isOnly && { size: 'sm', c: 'dimmed', fw: 500 })} lineClamp={1}>
          {project.name}
        </Title>
        <ForEditors>
          <ProjectMenu
            project={project}
            isEmpty={tables.length === 0}
            onCreateTable={onCreateTable}
            {...(isOnly && { onCreateProject })}
          />
        </ForEditors>
      </Group>
      <Paper withBorder>
        {tables.length === 0 ? (
          <Text p="lg" c="dimmed">
            {rich('No data table in this project yet. {forEditors}', {
              forEditors: (
                <ForEditors>
                  <Anchor component="button" type="button" underline="always" onClick={onCreateTable}>
                    {t('Create a data table')}
                  </Anchor>
                </ForEditors>
              ),
            })}
          </Text>
        ) : (
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('Name')}</Table.Th>
                <Table.Th ta="right">{t('Records')}</Table.Th>
                <Table.Th ta="right" visibleFrom="xs">
                  {t('Columns')}
                </Table.Th>
                <Table.Th ta="right" visibleFrom="sm">
                  {t('Created')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tables.map((table) => (
                <TableRow key={table.id} table={table} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Paper>
    </section>
  )
}

function TableRow({ table: { id, name, recordCount, columns, createdAt } }: { table: DataTable }) {
  return (
    <Table.Tr className="linked-row">
      <Table.Td>
        <AnchorLink
          to="/data-tables/$dataTableId"
          params={{ dataTableId: id }}
          className="row-link"
          fw={600}
          c="inherit"
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </AnchorLink>
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {recordCount.toLocaleString(language)}
      </Table.Td>
      <Table.Td ta="right" className="numbers" visibleFrom="xs">
        {columns.length === 0 ? (
          <Text span inherit c="dimmed">
            {t('none yet')}
          </Text>
        ) : (
          columns.length
        )}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        <Moment at={createdAt} />
      </Table.Td>
    </Table.Tr>
  )
}
