import type { ButtonProps } from '@mantine/core'
import { FileChoiceButton } from '../../../../components/file-choice-button.tsx'

/** A button that lets the user choose a file for the import. */
export function ImportFileButton(props: ButtonProps & { onChoose: (file: File) => void }) {
  return <FileChoiceButton {...props} accept=".csv,.tsv,.txt,.xlsx,text/csv" />
}
