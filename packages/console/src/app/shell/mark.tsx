/** A tenon above its mortise. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path class="mark-body" d="M3 6h9.5v9h7V6H29v21H3z" fill="var(--accent)" />
      <path d="M13.5 3h5v10.5h-5z" fill="var(--brass)" />
    </svg>
  );
}
