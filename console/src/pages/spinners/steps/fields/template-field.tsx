import { Input, Skeleton, Textarea } from '@mantine/core'
import { lazy, memo, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useCompletion } from '../values/use-completion.tsx'
import { inField, useInsertion } from './insertion.ts'
import { ValueChips } from './value-chips.tsx'

/** Loads the editor of templates with a single line when the first such field is shown. */
const LineEditor = lazy(async () => ({
  default: (await import('../composer/line/line-editor.tsx')).LineEditor,
}))

const nothing: readonly string[] = []
const code = { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }

interface TemplateFieldProps {
  readonly label: string
  readonly value: string
  readonly fault?: string | undefined
  readonly onChange: (value: string) => void
  /** The number of text lines of the field; omitted for a field with a single line. */
  readonly rows?: number
  readonly filter?: string
  readonly description?: ReactNode
  readonly placeholder?: string
  /** Whether variables are inserted into this field if the user has not focused any template field before. */
  readonly first?: boolean
  readonly monospace?: boolean
  readonly labelHidden?: boolean
  /** Names of variables that the template may use besides the columns, such as `unsubscribe_url`. */
  readonly given?: readonly string[]
  /** Whether the user has submitted the form of the field, which then shows its fault although it is empty. */
  readonly isSubmitted?: boolean
}

/**
 * A field for a template, into which the user can insert variables. A missing value is reported only after
 * the field was used.
 */
export const TemplateField = memo(function TemplateField({
  rows,
  fault,
  isSubmitted = false,
  ...field
}: TemplateFieldProps) {
  const [isUsed, setUsed] = useState(false)
  const shown = field.value !== '' || isUsed || isSubmitted ? fault : undefined
  const onBlur = useCallback(() => setUsed(true), [])
  if (rows !== undefined) return <LinesField {...field} rows={rows} fault={shown} onBlur={onBlur} />
  const { label, labelHidden = false, value, description, placeholder, given = nothing, filter } = field
  return (
    <Suspense
      fallback={
        <Input.Wrapper label={labelHidden ? undefined : label} description={description}>
          <Skeleton height={36} radius="md" />
        </Input.Wrapper>
      }
    >
      <LineEditor
        label={label}
        labelHidden={labelHidden}
        value={value}
        fault={shown}
        description={description}
        placeholder={placeholder}
        given={given}
        filter={filter}
        onChange={field.onChange}
        onBlur={onBlur}
      />
    </Suspense>
  )
})

interface LinesFieldProps extends Omit<TemplateFieldProps, 'rows' | 'isSubmitted'> {
  readonly rows: number
  readonly onBlur: () => void
}

/** A field for a template of several lines, in which values are shown as they are written. */
function LinesField({
  label,
  value,
  fault,
  onChange,
  onBlur,
  rows,
  filter,
  description,
  placeholder,
  first = false,
  monospace = false,
  labelHidden = false,
  given = nothing,
}: LinesFieldProps) {
  const insertion = useInsertion()
  const completion = useCompletion(given, filter)
  return (
    <>
      <Textarea
        {...(labelHidden ? { 'aria-label': label } : { label })}
        {...completion.field}
        {...(monospace ? { styles: code } : {})}
        description={description}
        placeholder={placeholder}
        error={fault}
        value={value}
        spellCheck={!monospace}
        autoComplete="off"
        autosize
        minRows={rows}
        maxRows={24}
        ref={(element) => {
          if (first && element !== null) insertion.offer(inField(element), filter)
        }}
        onFocus={({ currentTarget }) => insertion.enter(inField(currentTarget), filter)}
        onBlur={() => {
          onBlur()
          completion.close()
        }}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          completion.look(currentTarget)
        }}
      />
      <ValueChips template={value} label={label} onChange={onChange} />
      {completion.list}
    </>
  )
}
