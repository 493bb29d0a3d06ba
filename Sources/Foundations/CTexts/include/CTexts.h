// Texts that the program has in it, because it is one file without others beside it. Swift compiles a literal of this size
// for seconds, and C copies the file.
#ifndef CTEXTS_H
#define CTEXTS_H

#include <stddef.h>
#include <stdint.h>

/// A text in UTF-8, which lives as long as the process.
typedef struct {
    const uint8_t *_Nonnull bytes;
    size_t count;
} ctexts_text;

/// `Scenarios/FORMAT.md`.
ctexts_text ctexts_format_page(void);

/// `Scenarios/scenario.schema.json`.
ctexts_text ctexts_scenario_schema(void);

/// `Scenarios/report.schema.json`.
ctexts_text ctexts_report_schema(void);

/// The metaschema of draft 2020-12 and those of its vocabularies, as json-schema.org publishes them.
ctexts_text ctexts_metaschema(void);
ctexts_text ctexts_metaschema_core(void);
ctexts_text ctexts_metaschema_applicator(void);
ctexts_text ctexts_metaschema_unevaluated(void);
ctexts_text ctexts_metaschema_validation(void);
ctexts_text ctexts_metaschema_meta_data(void);
ctexts_text ctexts_metaschema_format_annotation(void);
ctexts_text ctexts_metaschema_format_assertion(void);
ctexts_text ctexts_metaschema_content(void);

#endif
