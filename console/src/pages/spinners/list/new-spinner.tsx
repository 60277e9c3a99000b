import { Alert, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { faultsByPointer, isAboutFields } from '../../../api/problem.ts'
import type { DataTable } from '../../../api/schema.ts'
import {
  type ColumnReplacement,
  type TemplateEntry,
  useApplyTemplate,
} from '../../../api/spinner/spinner-templates.ts'
import { projectsQuery } from '../../../api/table/projects.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { useReturnFocus } from '../../../components/dialog/use-return-focus.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { metadataColumnsOf } from '../steps/fields/template-text.ts'
import { TemplateCards } from '../templates/template-cards.tsx'
import { TemplateColumns } from '../templates/template-columns.tsx'
import { TemplateOutline } from '../templates/template-outline.tsx'
import { useFilledTemplate } from '../templates/use-filled-template.ts'
import { useTemplates } from '../templates/use-templates.ts'
import { useNewSpinner } from './use-new-spinner.ts'

/** The card of a spinner that is made without a template. */
const emptySpinner = {
  value: 'empty',
  name: t('Empty spinner'),
  description: t('Begin with one short e-mail, and add your own steps.'),
  size: t('One e-mail'),
}

/** A dialog that creates a spinner from a name, a data table and, if one is chosen, a template. */
export function NewSpinner({
  tables,
  template,
  onClose,
}: {
  tables: readonly DataTable[]
  /** The id of the template that is chosen at first; undefined for none. */
  template: string | undefined
  onClose: () => void
}) {
  const projects = useQuery(projectsQuery).data ?? []
  const { query: templatesRead, language, choose } = useTemplates()
  const templates = templatesRead.data ?? []
  useReturnFocus()
  const form = useForm({
    initialValues: {
      name: '',
      template: template ?? emptySpinner.value,
      dataTableId:
        (tables.find(({ columns }) => columns.some(({ isMetadata }) => isMetadata)) ?? tables[0])?.id ?? '',
    },
    validate: {
      name: (name) =>
        name.trim() === '' ? t('Enter a name for the spinner, such as Welcome new leads') : null,
    },
  })
  const table = tables.find(({ id }) => id === form.values.dataTableId)
  const templateId = form.values.template === emptySpinner.value ? '' : form.values.template
  const filled = useFilledTemplate(templateId, form.values.dataTableId)
  const project = projects.find(({ id }) => id === table?.projectId)
  const creation = useCreation(templateId, filled.columns)
  const submit = (name: string) => {
    if (table === undefined) return
    creation.create(table, name, (cause) => form.setFieldError('name', faultsByPointer(cause).get('/name')))
  }
  const begin = (value: string) =>
    form.setValues({ template: value, name: nameWith(form.values, value, templates) })
  return (
    <Modal opened onClose={onClose} title={t('New spinner')} size="xl">
      <form noValidate onSubmit={form.onSubmit(({ name }) => submit(name.trim()))}>
        <Stack>
          {creation.error !== null && !isAboutFields(creation.error, ['name']) && (
            <ProblemAlert error={creation.error} />
          )}
          <TextInput label={t('Name')} data-autofocus maxLength={200} {...form.getInputProps('name')} />
          <NativeSelect
            label={t('Data table')}
            description={
              project === undefined
                ? t('The spinner writes to the people in this table.')
                : t('The spinner writes to the people in this table of the project {name}.', {
                    name: project.name,
                  })
            }
            data={tables.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('dataTableId')}
          />
          {table !== undefined && <TableHint table={table} />}
          <TemplateCards
            label={t('Begin with')}
            templates={templates}
            first={emptySpinner}
            language={language}
            value={form.values.template}
            onChange={begin}
            onLanguage={(chosen) => {
              begin(emptySpinner.value)
              choose(chosen)
            }}
          />
          {templateId !== '' && table !== undefined && <ChosenTemplate filled={filled} table={table} />}
          <FormFooter onCancel={onClose} isPending={creation.isPending}>
            {t('Create spinner')}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}

/** Returns the action that creates a spinner: with one e-mail step, or from a template if one is chosen. */
function useCreation(templateId: string, columns: readonly ColumnReplacement[]) {
  const empty = useNewSpinner()
  const apply = useApplyTemplate()
  const navigate = useNavigate()
  const create = (table: DataTable, name: string, onError: (error: Error) => void) => {
    if (templateId === '') empty.create(table, name, { onError })
    else
      apply.mutate(
        { templateId, name, dataTableId: table.id, columns: [...columns] },
        {
          onSuccess: ({ id }) => void navigate({ to: '/spinners/$spinnerId', params: { spinnerId: id } }),
          onError,
        },
      )
  }
  const error = templateId === '' ? empty.error : apply.error
  return { create, error, isPending: empty.isPending || apply.isPending }
}

/** The columns and the steps of the chosen template. */
function ChosenTemplate({
  filled: { query, columns, choose },
  table,
}: {
  filled: ReturnType<typeof useFilledTemplate>
  table: DataTable
}) {
  return (
    <Loaded query={query}>
      {(preview) => (
        <>
          <TemplateColumns preview={preview} table={table} chosen={columns} onChoose={choose} />
          <section aria-label={t('Steps of the template')}>
            <Text size="sm" fw={500} mb={4}>
              {t('Steps')}
            </Text>
            <TemplateOutline steps={preview.steps} />
          </section>
        </>
      )}
    </Loaded>
  )
}

/** Returns the name of the new spinner after another choice: that of the template, unless the user has typed a name. */
function nameWith(
  before: { readonly name: string; readonly template: string },
  chosen: string,
  templates: readonly TemplateEntry[],
): string {
  const nameOf = (templateId: string) => templates.find(({ id }) => id === templateId)?.name ?? ''
  const isTyped = before.name.trim() !== '' && before.name !== nameOf(before.template)
  return isTyped ? before.name : nameOf(chosen)
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
          ? t('This data table has no columns yet')
          : t('No column of this data table is visible to spinners')
      }
    >
      <Text size="sm">
        {columns.length === 0
          ? t(
              'Add columns in the settings of the data table, or import a CSV file with column names. Then mark the columns that are visible to spinners.',
            )
          : t(
              'In the settings of the data table, mark the columns that the spinner needs as visible to spinners, such as the e-mail address.',
            )}{' '}
        <AnchorLink inherit underline="always" to="/data-tables/$dataTableId" params={{ dataTableId: id }}>
          {t('Open the data table')}
        </AnchorLink>
      </Text>
    </Alert>
  )
}
