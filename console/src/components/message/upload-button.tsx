import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useRef } from 'react'
import type { UploadedFile } from '../../api/schema.ts'
import type { useUploadFile } from '../../api/sender/files.ts'

/** A button that uploads a file for messages. Shows a loader while the file is uploaded. */
export function UploadButton({
  upload,
  onUploaded,
  accept,
  ...props
}: ButtonProps & {
  upload: ReturnType<typeof useUploadFile>
  onUploaded: (file: UploadedFile) => void
  /** The file types that can be chosen; all types if undefined. */
  accept?: string
}) {
  const reset = useRef<() => void>(null)
  // Calls the newest `onUploaded`, because the user may change the message while the file is uploaded.
  const onSuccess = useCallbackRef(onUploaded)
  const changed = (file: File | null) => {
    // Lets the user choose the same file again after its upload has failed.
    reset.current?.()
    if (file !== null) upload.mutate(file, { onSuccess })
  }
  return (
    <FileButton resetRef={reset} {...(accept !== undefined && { accept })} onChange={changed}>
      {({ onClick }) => <Button {...props} variant="default" loading={upload.isPending} onClick={onClick} />}
    </FileButton>
  )
}
