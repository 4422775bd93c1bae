// The labels that start runs: `ultraloop` for the configured loop, `ultraloop:<loop>` for a chosen one (K1).

/** The word after the colon (empty for the plain label); undefined for any other label. */
export function loopLabel(label: string): string | undefined {
  return /^ultraloop(?::([^:]*))?$/i.exec(label) ? label.slice('ultraloop:'.length).trim().toLowerCase() : undefined;
}
