import { Button, Group, Menu, Table } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Play, Trash2 } from 'lucide-react'
import type { DataTable, Spinner } from '../../../api/schema.ts'
import { useDuplicateSpinner } from '../../../api/spinner/spinners.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { RowMenu } from '../../../components/table/row-menu.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { useRun } from '../run/use-run.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { StepIcons } from '../steps/step-icons.tsx'
import { useDeletion } from '../use-deletion.tsx'

export function SpinnerRow({ spinner, table }: { spinner: Spinner; table: DataTable | undefined }) {
  const run = useRun()
  return (
    <Table.Tr className="linked-row">
      <Table.Td maw={280} miw={180} style={{ overflowWrap: 'anywhere' }}>
        <AnchorLink
          className="row-link"
          size="sm"
          fw={600}
          to="/spinners/$spinnerId"
          params={{ spinnerId: spinner.id }}
        >
          {spinner.name}
        </AnchorLink>
      </Table.Td>
      <Table.Td maw={200} miw={120} style={{ overflowWrap: 'anywhere' }}>
        {table === undefined ? (
          '–'
        ) : (
          <AnchorLink
            size="sm"
            c="var(--mantine-color-text)"
            to="/data-tables/$dataTableId"
            params={{ dataTableId: table.id }}
          >
            {table.name}
          </AnchorLink>
        )}
      </Table.Td>
      <Table.Td miw={190}>
        <StatusBadge spinner={spinner} />
      </Table.Td>
      <Table.Td>
        <StepIcons steps={spinner.steps} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Moment at={spinner.createdAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <ForEditors reason={null}>
            {spinner.status === 'published' && (
              <Button
                size="xs"
                variant="default"
                leftSection={<Play size={14} aria-hidden />}
                aria-label={`Run ${spinner.name}`}
                onClick={() => run.ask({ ...spinner, differs: spinner.hasUnpublishedChanges })}
              >
                Run
              </Button>
            )}
            <Actions spinner={spinner} />
          </ForEditors>
        </Group>
        {run.dialog}
      </Table.Td>
    </Table.Tr>
  )
}

function Actions({ spinner }: { spinner: Spinner }) {
  const deletion = useDeletion()
  const duplicate = useDuplicateSpinner()
  const navigate = useNavigate()
  const isPublished = spinner.status === 'published'
  return (
    <RowMenu label={`More for ${spinner.name}`} width={230} size={30}>
      <Menu.Item
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() =>
          duplicate.mutate(spinner.id, {
            onSuccess: ({ id }) => void navigate({ to: '/spinners/$spinnerId', params: { spinnerId: id } }),
          })
        }
      >
        Duplicate
      </Menu.Item>
      <Menu.Item
        leftSection={<Trash2 size={16} aria-hidden />}
        disabled={isPublished}
        onClick={() => deletion.ask(spinner)}
      >
        {isPublished ? 'Delete (unpublish the spinner first)' : 'Delete'}
      </Menu.Item>
    </RowMenu>
  )
}
