import { Alert, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { faultsByPointer, isAboutFields } from '../../../api/problem.ts'
import type { DataTable } from '../../../api/schema.ts'
import { projectsQuery } from '../../../api/table/projects.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { useReturnFocus } from '../../../components/dialog/use-return-focus.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { metadataColumnsOf } from '../steps/fields/template-text.ts'
import { useNewSpinner } from './use-new-spinner.ts'

/** A dialog that creates a spinner from a name and a data table. The new spinner has one e-mail step. */
export function NewSpinner({ tables, onClose }: { tables: readonly DataTable[]; onClose: () => void }) {
  const { create, isPending, error } = useNewSpinner()
  const projects = useQuery(projectsQuery).data ?? []
  useReturnFocus()
  const form = useForm({
    initialValues: {
      name: '',
      dataTableId:
        (tables.find(({ columns }) => columns.some(({ isMetadata }) => isMetadata)) ?? tables[0])?.id ?? '',
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name for the spinner, such as Welcome new leads' : null),
    },
  })
  const table = tables.find(({ id }) => id === form.values.dataTableId)
  const project = projects.find(({ id }) => id === table?.projectId)
  return (
    <Modal opened onClose={onClose} title="New spinner">
      <form
        noValidate
        onSubmit={form.onSubmit(({ name }) => {
          if (table === undefined) return
          create(table, name.trim(), {
            onError: (failed) => form.setFieldError('name', faultsByPointer(failed).get('/name')),
          })
        })}
      >
        <Stack>
          {error !== null && !isAboutFields(error, ['name']) && <ProblemAlert error={error} />}
          <TextInput label="Name" data-autofocus maxLength={200} {...form.getInputProps('name')} />
          <NativeSelect
            label="Data table"
            description={
              project === undefined
                ? 'The spinner writes to the people in this table.'
                : `The spinner writes to the people in this table of the project ${project.name}.`
            }
            data={tables.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('dataTableId')}
          />
          {table !== undefined && <TableHint table={table} />}
          <FormFooter onCancel={onClose} isPending={isPending}>
            Create spinner
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}

/** Says that the data table lacks metadata columns, without which its spinner cannot be published. */
function TableHint({ table: { id, columns } }: { table: DataTable }) {
  if (metadataColumnsOf(columns).length > 0) return null
  return (
    <Alert
      variant="default"
      icon={<CircleAlert />}
      title={
        columns.length === 0
          ? 'This data table has no columns yet'
          : 'No column of this data table is visible to spinners'
      }
    >
      <Text size="sm">
        {columns.length === 0
          ? 'Add columns in the settings of the data table, or import a CSV file with column names. Then mark the columns that are visible to spinners.'
          : 'In the settings of the data table, mark the columns that the spinner needs as visible to spinners, such as the e-mail address.'}{' '}
        <AnchorLink inherit underline="always" to="/data-tables/$dataTableId" params={{ dataTableId: id }}>
          Open the data table
        </AnchorLink>
      </Text>
    </Alert>
  )
}
