#include "CTexts.h"

// `#embed` belongs to C23; clang knows it in every mode, and warns.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define TEXT(name) \
    ctexts_text ctexts_##name(void) { return (ctexts_text){.bytes = name, .count = sizeof name}; }

static const uint8_t format_page[] = {
#embed "../../../Scenarios/FORMAT.md"
};
TEXT(format_page)

static const uint8_t scenario_schema[] = {
#embed "../../../Scenarios/scenario.schema.json"
};
TEXT(scenario_schema)

static const uint8_t report_schema[] = {
#embed "../../../Scenarios/report.schema.json"
};
TEXT(report_schema)

static const uint8_t metaschema[] = {
#embed "Metaschemas/schema.json"
};
TEXT(metaschema)

static const uint8_t metaschema_core[] = {
#embed "Metaschemas/core.json"
};
TEXT(metaschema_core)

static const uint8_t metaschema_applicator[] = {
#embed "Metaschemas/applicator.json"
};
TEXT(metaschema_applicator)

static const uint8_t metaschema_unevaluated[] = {
#embed "Metaschemas/unevaluated.json"
};
TEXT(metaschema_unevaluated)

static const uint8_t metaschema_validation[] = {
#embed "Metaschemas/validation.json"
};
TEXT(metaschema_validation)

static const uint8_t metaschema_meta_data[] = {
#embed "Metaschemas/meta-data.json"
};
TEXT(metaschema_meta_data)

static const uint8_t metaschema_format_annotation[] = {
#embed "Metaschemas/format-annotation.json"
};
TEXT(metaschema_format_annotation)

static const uint8_t metaschema_format_assertion[] = {
#embed "Metaschemas/format-assertion.json"
};
TEXT(metaschema_format_assertion)

static const uint8_t metaschema_content[] = {
#embed "Metaschemas/content.json"
};
TEXT(metaschema_content)
